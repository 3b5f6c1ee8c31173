import { orderPath, type ChainLink, type LinkVerdict, type StrategySignal } from "@chartrelay/contract";
import {
  CircleCheck,
  CircleDashed,
  CircleDot,
  Copy,
  Hourglass,
  ShieldCheck,
  ShieldQuestion,
  TriangleAlert,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { useWhy } from "../../core/trading/why.ts";
import { formatDecimal } from "../../lib/amounts.ts";
import { classNames } from "../../ui/class-names.ts";
import { DateTime } from "../../ui/date-time.tsx";

const LOOKS: Readonly<Record<LinkVerdict, { readonly Icon: typeof CircleCheck; readonly color: string }>> = {
  start: { Icon: CircleDot, color: "text-accent" },
  next: { Icon: CircleCheck, color: "text-ok" },
  duplicate: { Icon: Copy, color: "text-muted" },
  held: { Icon: Hourglass, color: "text-warning" },
  swapped: { Icon: CircleCheck, color: "text-ok" },
  gap: { Icon: TriangleAlert, color: "text-error" },
  restarted: { Icon: TriangleAlert, color: "text-warning" },
  late: { Icon: Hourglass, color: "text-warning" },
  waiting: { Icon: CircleDashed, color: "text-muted" },
  inconsistent: { Icon: TriangleAlert, color: "text-warning" },
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
  const { link, ticker, createdDate, isCertified } = signal;
  const { Icon, color } = link ? LOOKS[link.verdict] : { Icon: CircleDashed, color: "text-muted" };
  const { t } = useTranslation("strategy");
  const CertificateIcon = isCertified === true ? ShieldCheck : ShieldQuestion;
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className="flex flex-col items-center">
        <Icon className={classNames("size-5 shrink-0", color)} />
        {!isLast && <span className="my-1 w-px grow bg-edge" />}
      </span>
      <div className="flex min-w-0 flex-col gap-1 pb-5">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium [overflow-wrap:anywhere]">{ticker ?? t("unreadable")}</span>
          {link && <Move link={link} />}
          <span className="ml-auto text-14 whitespace-nowrap text-muted">
            <DateTime at={createdDate} hasSeconds />
          </span>
        </p>
        <p className="text-14">
          {link ? <Verdict link={link} color={color} /> : <span className="text-muted">{t("no_link")}</span>}
        </p>
        <Outcomes signal={signal} />
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

/** TradingView's position before and after. */
function Move({ link: { from, to } }: { readonly link: ChainLink }) {
  const { t } = useTranslation("strategy");
  return (
    <span className="text-14 whitespace-nowrap tabular">
      <span className="sr-only">{t("move", { from, to })}</span>
      <span aria-hidden>
        {from} → {to}
      </span>
    </span>
  );
}

/** What the chain says of a signal, in words. */
function Verdict({ link, color }: { readonly link: ChainLink; readonly color: string }) {
  const { t, i18n } = useTranslation("strategy");
  const { verdict, missed, heldMs } = link;
  const net = missed === null ? undefined : formatDecimal(missed, i18n.language, { isSigned: true });
  const hasNet = net !== undefined && (verdict === "gap" || verdict === "restarted" || verdict === "late");
  return (
    <>
      <span className={classNames("font-medium", color)}>
        {hasNet ? t(`verdict_${verdict}_of`, { net }) : t(`verdict_${verdict}`)}
      </span>
      {heldMs !== null && <span className="text-muted"> · {t("held_ms", { count: Math.round(heldMs) })}</span>}
      <span className="text-muted"> · {t(`verdict_${verdict}_means`)}</span>
    </>
  );
}

/** More are counted. */
const NAMED = 3;

/** What became of its orders, with the reasons of those that were refused. */
function Outcomes({ signal: { outcomes, orders } }: { readonly signal: StrategySignal }) {
  const { t } = useTranslation("strategy");
  const why = useWhy();
  const textOf = useAccountText();
  const total = orders.length;
  if (total === 0) return <p className="text-14 text-muted">{t("no_orders")}</p>;
  const { done = 0, nothingToDo = 0, refused = 0, waiting = 0, working = 0 } = outcomes;
  const parts = [
    t("done_of", { done: done + nothingToDo, total }),
    nothingToDo > 0 && t("nothing_to_do", { count: nothingToDo }),
    working > 0 && t("working", { count: working }),
    waiting > 0 && t("waiting", { count: waiting }),
    refused > 0 && t("refused", { count: refused }),
  ].filter(Boolean);
  const refusals = orders.filter(({ outcome }) => outcome === "refused");
  return (
    <div className="text-14">
      <details className="group">
        <summary className="inline-flex min-h-8 list-none items-center gap-x-1 link [&::-webkit-details-marker]:hidden">
          {parts.join(", ")}
        </summary>
        <ul className="flex flex-col pl-1">
          {orders.map(({ id, outcome, ...account }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-2">
              <Link to={orderPath(id)} className="inline-flex min-h-11 items-center link">
                {textOf(account)}
              </Link>
              <span className="text-muted">{t(`outcome_${outcome}`)}</span>
            </li>
          ))}
        </ul>
      </details>
      {refusals.slice(0, NAMED).map(({ id, reason, ...account }) => (
        <p key={id} className="text-error">
          <Link to={orderPath(id)} className="underline decoration-1 underline-offset-4">
            {textOf(account)}
          </Link>
          {reason !== null && `: ${why({ reason })}`}
        </p>
      ))}
      {refusals.length > NAMED && <p className="text-muted">{t("more_refused", { count: refusals.length - NAMED })}</p>}
    </div>
  );
}
