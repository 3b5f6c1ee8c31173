import type { CertificateVerdict, StrategySignal } from "@chartrelay/contract";
import { type LucideIcon, ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react";
import { useTranslation } from "react-i18next";
import { LinkMark, LinkMove, LinkVerdictText } from "../../core/trading/link-verdict.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { SignalOutcomes } from "./signal-outcomes.tsx";

const CERTIFICATE_ICONS: Readonly<Record<CertificateVerdict, LucideIcon>> = {
  verified: ShieldCheck,
  unknown: ShieldAlert,
  none: ShieldQuestion,
};

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
  const { link, ticker, createdDate, certificate } = signal;
  const { t } = useTranslation("strategy");
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
        {certificate !== null && <Certificate verdict={certificate} />}
      </div>
    </li>
  );
}

/** Whether TradingView's certificate came with it. */
function Certificate({ verdict }: { readonly verdict: CertificateVerdict }) {
  const { t } = useTranslation("strategy");
  const Icon = CERTIFICATE_ICONS[verdict];
  const color = verdict === "verified" ? "text-muted" : "text-warning";
  return (
    <p className={classNames("flex items-center gap-1.5 text-12", color)}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {t(`certificate_${verdict}`)}
    </p>
  );
}
