import type { OrderVerdict, Strategy } from "@chartrelay/contract";
import { CircleCheck, CircleX, LoaderCircle, Repeat, Wrench } from "lucide-react";
import { useTranslation } from "react-i18next";
import { detailOf } from "../../lib/form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { formatAmount } from "./amount.ts";
import { EstimateFacts } from "./estimate-facts.tsx";
import { SampleFields } from "./sample-fields.tsx";
import type { DraftAction } from "./draft.ts";
import type { SampleName, Samples } from "./samples.ts";
import { Step } from "./step.tsx";
import { useSentence } from "./use-sentence.ts";
import type { Check } from "./use-verdict.ts";

interface OutcomeStepProps {
  readonly check: Check;
  /** How many things are wrong with the message itself. */
  readonly problemCount: number;
  readonly isInLots: boolean;
  /** The user's strategy that the message names, if it names one. */
  readonly strategy: Strategy | undefined;
  readonly needed: readonly SampleName[];
  readonly samples: Samples;
  readonly onSample: (change: Partial<Samples>) => void;
}

/** What the message would do now, at the present price, according to the account's venue. Nothing is placed. */
export function OutcomeStep({ check, problemCount, isInLots, strategy, needed, samples, onSample }: OutcomeStepProps) {
  const { t } = useTranslation("builder");
  const { verdict, isStale, error, again } = check;
  return (
    <Step
      number={3}
      title={t("outcome")}
      hint={t("outcome_hint")}
      aside={
        <LoaderCircle
          aria-hidden
          className={classNames("mt-1 size-5 shrink-0 text-muted", isStale ? "animate-spin" : "invisible")}
        />
      }
    >
      <SampleFields needed={needed} samples={samples} onChange={onSample} />
      <div
        aria-live="polite"
        aria-busy={isStale || undefined}
        className={classNames(
          "flex min-h-64 flex-col gap-4 transition-opacity duration-150",
          isStale && verdict && "opacity-60",
        )}
      >
        {error !== undefined && !isStale ? (
          <div className="flex flex-col items-start gap-3">
            <p>{detailOf(error) ?? t("check_failed")}</p>
            <Button look="secondary" className="px-4 text-14" onClick={again}>
              {t("check_again")}
            </Button>
          </div>
        ) : verdict ? (
          <Outcome
            verdict={verdict}
            problemCount={problemCount}
            isInLots={isInLots}
            strategy={strategy}
            onAgain={again}
          />
        ) : isStale ? (
          <Awaited />
        ) : (
          <p className="text-muted">{t("nothing_to_check")}</p>
        )}
      </div>
    </Step>
  );
}

/** The final shape of the outcome. */
function Awaited() {
  return (
    <OnItsWay className="flex flex-col gap-4">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-7 w-full max-w-96" />
      <Skeleton className="h-24 w-full" />
    </OnItsWay>
  );
}

const LOOKS = {
  accepted: { Icon: CircleCheck, color: "text-ok" },
  repaired: { Icon: Wrench, color: "text-warning" },
  refused: { Icon: CircleX, color: "text-error" },
  resend: { Icon: Repeat, color: "text-warning" },
} as const;

interface OutcomeProps extends Pick<OutcomeStepProps, "problemCount" | "isInLots" | "strategy"> {
  readonly verdict: OrderVerdict;
  readonly onAgain: () => void;
}

function Outcome({ verdict: answer, problemCount, isInLots, strategy, onAgain }: OutcomeProps) {
  const { t, i18n } = useTranslation("builder");
  const sentence = useSentence();
  const { verdict, fields, objections, instrument, estimate, resendOf, unchecked } = answer;
  const action = fields["action"];
  const outcome = resendOf ? "resend" : verdict === "ok" ? "accepted" : verdict;
  const { Icon, color } = LOOKS[outcome];
  const { amount = null, currency = "", amountKind = null, valueFault = null } = estimate ?? {};
  const isOrder = estimate !== null && instrument !== null && problemCount === 0;
  return (
    <>
      <div className="flex flex-col gap-2">
        <p className={classNames("flex items-center gap-2 font-medium", color)}>
          <Icon aria-hidden className="size-5 shrink-0" />
          {t(`verdict_${outcome}`)}
        </p>
        {problemCount > 0 && <p>{t("correct_first", { count: problemCount })}</p>}
        {objections.map(({ code, field, message }) => (
          <p key={`${code} ${field}`}>{message}</p>
        ))}
        {resendOf && <p>{resendOf.message}</p>}
      </div>
      {action !== undefined && action !== "order" && problemCount === 0 && (
        <p className="text-18 font-semibold wrap-anywhere">
          {t(`sentence_${action as Exclude<DraftAction, "order">}`, { ticker: fields["ticker"] ?? "" })}
        </p>
      )}
      {strategy && problemCount === 0 && <ForStrategy strategy={strategy} />}
      {isOrder && (
        <p className="flex flex-col gap-1">
          <span className="text-18 font-semibold wrap-anywhere">
            {sentence({ fields, estimate, instrument, isInLots })}
          </span>
          {amount !== null && amountKind !== null && (
            <span className="text-muted">
              {t(`amount_${amountKind}`, { amount: formatAmount(amount, i18n.language), currency })}
            </span>
          )}
          {valueFault !== null && <span className="text-error">{t(`value_${valueFault}`)}</span>}
        </p>
      )}
      {estimate && instrument && (
        <EstimateFacts estimate={estimate} instrument={instrument} isInLots={isInLots} onAgain={onAgain} />
      )}
      {unchecked && <p className="text-14 text-muted">{unchecked.message}</p>}
    </>
  );
}

/** What a strategy makes of its message: each of its accounts trades a size of its own. */
function ForStrategy({ strategy: { name, members, state } }: { readonly strategy: Strategy }) {
  const { t } = useTranslation("builder");
  const count = members.filter(({ isOn }) => isOn).length;
  return (
    <div className="flex flex-col gap-1">
      <p className="wrap-anywhere">
        {count === 0 ? t("strategy_trades_none", { name }) : t("strategy_trades", { name, count })}
      </p>
      {state !== "on" && <p className="text-warning">{t(`strategy_${state}`)}</p>}
    </div>
  );
}
