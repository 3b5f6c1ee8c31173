import type { Account, FirstStep } from "@chartrelay/contract";
import { Check, Clock3 } from "lucide-react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";
import { AccountStep } from "./account-step.tsx";
import { StepAction } from "./step-action.tsx";

/** How long a step takes somebody who has everything at hand. */
const MINUTES: Readonly<Record<FirstStep, number>> = {
  account: 3,
  message: 2,
  testOrder: 1,
  alert: 5,
  telegram: 1,
  live: 5,
};

export type StepState = "done" | "next" | "open";

interface StepRowProps {
  readonly step: FirstStep;
  readonly number: number;
  readonly state: StepState;
  /** Undefined until they are loaded. */
  readonly accounts: readonly Account[] | undefined;
  readonly heading: Ref<HTMLHeadingElement> | undefined;
}

/** A step: what it is, why, how long it takes, and its one action. A done one is only a line. */
export function StepRow({ step, number, state, accounts, heading }: StepRowProps) {
  const { t } = useTranslation("first-steps");
  const isNext = state === "next";
  return (
    <li
      aria-current={isNext ? "step" : undefined}
      className={classNames("flex gap-3 rounded-control px-2 tablet:px-3", isNext ? "bg-accent-soft py-4" : "py-2.5")}
    >
      <Marker number={number} state={state} />
      <div
        className={classNames(
          "flex min-w-0 grow flex-col gap-3",
          !isNext && "tablet:flex-row tablet:items-center tablet:justify-between tablet:gap-6",
        )}
      >
        <div className="min-w-0">
          <h3
            ref={heading}
            tabIndex={-1}
            className={classNames(
              "flex min-h-7 flex-wrap items-center gap-x-3 rounded-[4px]",
              state === "done" ? "text-muted" : "font-semibold",
            )}
          >
            {t(step)}
            {state === "done" ? (
              <span className="sr-only">{t("is_done")}</span>
            ) : (
              <span className="inline-flex items-center gap-1 text-12 font-normal whitespace-nowrap text-muted">
                <Clock3 aria-hidden className="size-3.5" />
                {t("minutes", { number: MINUTES[step] })}
              </span>
            )}
          </h3>
          {state !== "done" && <p className="max-w-[100ch] text-14 text-muted">{t(`${step}_why`)}</p>}
        </div>
        {state !== "done" &&
          (step === "account" ? (
            <AccountStep accounts={accounts} />
          ) : (
            <StepAction step={step} isNext={isNext} accounts={accounts} />
          ))}
      </div>
    </li>
  );
}

function Marker({ number, state }: Pick<StepRowProps, "number" | "state">) {
  return (
    <span
      aria-hidden
      className={classNames(
        "flex size-7 shrink-0 items-center justify-center rounded-full text-14 font-semibold tabular",
        state === "done" && "text-ok",
        state === "next" && "bg-accent text-on-accent",
        state === "open" && "border border-edge text-muted",
      )}
    >
      {state === "done" ? <Check className="size-5" /> : number}
    </span>
  );
}
