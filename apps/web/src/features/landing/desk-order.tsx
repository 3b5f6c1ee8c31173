import { CircleX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Side } from "../../core/trading/side.tsx";
import { Status } from "../../core/trading/status.tsx";
import { CORRECTED, REFUSED } from "./desk-story.ts";

/**
 * The opened order: what is wrong, what was probably meant, and the message to paste instead. It looks like the panel
 * of the orders page, without what would need a script.
 */
export function DeskOrder() {
  const { t } = useTranslation(["orders", "trading", "reasons", "faq-reasons"]);
  const { direction, quantity, ticker, account, status, reason, time } = REFUSED;
  return (
    <>
      <p className="flex items-center justify-between border-b border-line px-4 py-3 tablet:px-5">
        <span className="font-semibold">{t("order")}</span>
        <span className="font-mono text-14 text-muted tabular">{time}</span>
      </p>
      <div className="flex flex-col gap-5 p-4 tablet:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-22 font-semibold tabular">
            <Side side={direction} /> {quantity} {ticker}
          </p>
          <Status status={status} />
          <p className="basis-full text-14">
            <AccountLabel account={account} />
          </p>
        </div>
        <div className="flex flex-col gap-4 rounded-card border border-error/40 bg-error/6 p-4">
          <div className="flex gap-3">
            <CircleX aria-hidden className="mt-0.5 size-5 shrink-0 text-error" />
            <div className="flex min-w-0 flex-col gap-2">
              <p className="font-semibold">{t(reason, { ns: "reasons" })}</p>
              <p className="text-14 text-muted">{t(`faq-reasons:${reason}`)}</p>
            </div>
          </div>
          <p className="font-semibold">{t("did_you_mean", { ns: "trading", ticker: CORRECTED.ticker })}</p>
          <div className="flex flex-col gap-1.5">
            <p className="text-14 font-medium">{t("corrected_message", { ns: "trading" })}</p>
            <pre className="overflow-hidden rounded-control border border-line bg-page py-2 font-mono text-14">
              <Line text="{" />
              <Line text='  "account": "k7Qm…x2Fd",' />
              <Line text={`  "ticker": "${CORRECTED.ticker}",`} isChanged />
              <Line text='  "direction": "buy",' />
              <Line text='  "type": "market",' />
              <Line text={`  "contracts": ${quantity}`} />
              <Line text="}" />
            </pre>
          </div>
          <p className="flex flex-wrap items-center gap-x-3 text-12 text-muted">
            <code className="font-mono">{reason}</code>
            <Link to={{ pathname: "/faq", hash: reason }} className="-my-3 inline-flex min-h-11 items-center link">
              {t("more_in_faq", { ns: "trading" })}
            </Link>
          </p>
        </div>
      </div>
    </>
  );
}

interface LineProps {
  readonly text: string;
  readonly isChanged?: boolean;
}

/** A line of the message. */
function Line({ text, isChanged = false }: LineProps) {
  return (
    <code
      className={`block px-3 leading-6 whitespace-pre ${isChanged ? "border-l-2 border-ok bg-ok/10 pl-2.5 font-medium" : ""}`}
    >{`${text}\n`}</code>
  );
}
