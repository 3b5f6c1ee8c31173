import type { OrderVerdict } from "@chartrelay/contract";
import { CircleCheck, CircleX, Repeat, Wrench } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, type Thunk } from "../../core/thunk.ts";
import { Findings } from "../../core/trading/findings.tsx";
import { log } from "../../lib/log.ts";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Field } from "../../ui/field.tsx";
import { CopyBox } from "./copy-box.tsx";

interface MessageCheckProps {
  /** The initial content of the field. */
  readonly initial?: string;
}

/** Shows what the parser and the venue make of a message, and the corrected one to paste back. Nothing is placed. */
export function MessageCheck({ initial = "" }: MessageCheckProps) {
  const { t } = useTranslation("builder");
  const dispatch = useAppDispatch();
  const [message, setMessage] = useState(initial);
  const [verdict, setVerdict] = useState<OrderVerdict | "failed">();
  const [isBusy, setIsBusy] = useState(false);

  async function check() {
    setIsBusy(true);
    const answer = await dispatch(explainMessage(message)).catch((error: unknown) => {
      log.warn("a message could not be checked", error);
      return "failed" as const;
    });
    setVerdict(answer);
    setIsBusy(false);
  }

  return (
    <div className="flex flex-col gap-4">
      <Field label={t("pasted")} hint={t("pasted_hint")}>
        {(control) => (
          <textarea
            {...control}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
            rows={7}
            spellCheck={false}
            className="control py-2 font-mono text-14"
          />
        )}
      </Field>
      <Button
        look="secondary"
        isBusy={isBusy}
        disabled={message.trim() === ""}
        onClick={() => void check()}
        className="self-start px-4 text-14"
      >
        {t("check")}
      </Button>
      <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        {verdict === "failed" && <p>{t("check_failed")}</p>}
        {verdict && verdict !== "failed" && <Verdict verdict={verdict} />}
      </div>
    </div>
  );
}

const LOOKS = {
  ok: { Icon: CircleCheck, color: "text-ok" },
  repaired: { Icon: Wrench, color: "text-warning" },
  refused: { Icon: CircleX, color: "text-error" },
  resend: { Icon: Repeat, color: "text-warning" },
} as const;

function Verdict({ verdict: answer }: { readonly verdict: OrderVerdict }) {
  const { t } = useTranslation(["builder", "trading"]);
  const { verdict, fields, repairs, problems, objections, corrected, instrument, resendOf, unchecked } = answer;
  const outcome = resendOf ? "resend" : verdict;
  const { Icon, color } = LOOKS[outcome];
  return (
    <>
      <p className={`flex items-center gap-2 font-medium ${color}`}>
        <Icon aria-hidden className="size-5 shrink-0" />
        {t(`verdict_${outcome}`)}
      </p>
      <Findings problems={[...problems, ...objections]} repairs={repairs} />
      {resendOf && <p className="text-14">{resendOf.message}</p>}
      {unchecked && <p className="text-14 text-muted">{unchecked.message}</p>}
      {instrument && (
        <Facts>
          <Fact name={t("instrument")}>
            {instrument.symbol} · {instrument.board}
          </Fact>
          <Fact name={t("lot")}>{instrument.lotSize}</Fact>
          <Fact name={t("tick")}>{instrument.tick}</Fact>
          {instrument.quantity !== null && verdict !== "refused" && (
            <Fact name={t("quantity")}>{instrument.quantity}</Fact>
          )}
        </Facts>
      )}
      {corrected !== null && verdict === "repaired" && (
        <CopyBox label={t("corrected")} copyLabel={t("copy_corrected")} text={corrected} />
      )}
      {verdict !== "refused" && Object.keys(fields).length > 0 && (
        <details className="text-14">
          <summary className="inline-flex min-h-11 items-center link">{t("understood")}</summary>
          <Facts>
            {Object.entries(fields).map(([field, value]) => (
              <Fact key={field} name={<code className="font-mono text-12">{field}</code>}>
                {value}
              </Fact>
            ))}
          </Facts>
        </details>
      )}
    </>
  );
}

/**
 * Checks a message; nothing is placed. The message is sent verbatim, as it is in an alert or as TradingView posted it.
 * @throws what the API answered, when it refuses.
 */
const explainMessage =
  (message: string): Thunk<OrderVerdict> =>
  (_, __, { client }) =>
    client.postText("/orders/validate?template=true", message);
