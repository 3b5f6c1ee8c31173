import type { StrategySignal } from "@chartrelay/contract";
import { ShieldCheck, ShieldQuestion } from "lucide-react";
import { useTranslation } from "react-i18next";
import { LinkMark, LinkMove, LinkVerdictText } from "../../core/trading/link-verdict.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { SignalOutcomes } from "./signal-outcomes.tsx";

/** A strategy's signals, newest first, as the links of a chain: each begins where the one below it ended. */
export function Chain({ signals }: { readonly signals: readonly StrategySignal[] }) {
  const { t } = useTranslation("strategy");
  return (
    <ol aria-label={t("signals")} className="flex flex-col">
      {signals.map((signal, index) => (
        <Signal key={signal.id} signal={signal} isLast={index === signals.length - 1} />
      ))}
    </ol>
  );
}

function Signal({ signal, isLast }: { readonly signal: StrategySignal; readonly isLast: boolean }) {
  const { link, ticker, createdDate, isCertified } = signal;
  const { t } = useTranslation("strategy");
  const CertificateIcon = isCertified === true ? ShieldCheck : ShieldQuestion;
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className="flex flex-col items-center">
        <LinkMark link={link} />
        {!isLast && <span className="my-1 w-px grow bg-edge" />}
      </span>
      <div className={classNames("flex min-w-0 flex-col gap-1", !isLast && "pb-5")}>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium [overflow-wrap:anywhere]">{ticker ?? t("unreadable")}</span>
          {link && <LinkMove link={link} />}
          <span className="ml-auto text-14 whitespace-nowrap text-muted">
            <DateTime at={createdDate} hasSeconds />
          </span>
        </p>
        <p className="text-14">
          {link ? <LinkVerdictText link={link} /> : <span className="text-muted">{t("no_link")}</span>}
        </p>
        <SignalOutcomes signal={signal} />
        {isCertified !== null && (
          <p className={classNames("flex items-center gap-1.5 text-12", isCertified ? "text-muted" : "text-warning")}>
            <CertificateIcon aria-hidden className="size-3.5" />
            {t(isCertified ? "certified" : "not_certified")}
          </p>
        )}
      </div>
    </li>
  );
}
