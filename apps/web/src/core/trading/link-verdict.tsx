import { difference, signOf, type ChainLink, type LinkVerdict } from "@chartrelay/contract";
import { CircleCheck, CircleDashed, CircleDot, Copy, Hourglass, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatDecimal } from "../../lib/amounts.ts";
import { classNames } from "../../ui/class-names.ts";

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
const UNLINKED = { Icon: CircleDashed, color: "text-muted" } as const;

/** The mark of a signal's place in its chain; `link` is null for one that is no part of it. */
export function LinkMark({ link }: { readonly link: ChainLink | null }) {
  const { Icon, color } = link ? LOOKS[link.verdict] : UNLINKED;
  return <Icon aria-hidden className={classNames("size-5 shrink-0", color)} />;
}

/** TradingView's position before and after a signal. */
export function LinkMove({ link: { from, to } }: { readonly link: ChainLink }) {
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

/** What the chain says of a signal, in words and with the numbers that it says it by. */
export function LinkVerdictText({ link }: { readonly link: ChainLink }) {
  const { t, i18n } = useTranslation("strategy");
  const { verdict, heldMs } = link;
  const missed = missedBy(link);
  const net = missed && formatDecimal(missed, i18n.language, { isSigned: true });
  return (
    <>
      <span className={classNames("font-medium", LOOKS[verdict].color)}>
        {net === undefined ? t(`verdict_${verdict}`) : t(`verdict_${verdict as "gap"}_of`, { net })}
      </span>
      {heldMs !== null && <span className="text-muted"> · {t("held_ms", { count: Math.round(heldMs) })}</span>}
      <span className="text-muted"> · {t(`verdict_${meaningOf(link)}_means`, positionsOf(link))}</span>
    </>
  );
}

/** Returns the net of what is missing; undefined if nothing is, or if that isn't known. */
const missedBy = ({ missed }: ChainLink) => (missed === null || signOf(missed) === 0 ? undefined : missed);

/** Some verdicts mean two things. */
function meaningOf({ verdict, missed, to }: ChainLink) {
  if (verdict === "late" && missed !== null && signOf(missed) === 0) return "late_last";
  if (verdict === "waiting" && signOf(to) === 0) return "waiting_over";
  return verdict;
}

/** The positions that a verdict is about: where the signal begins and ends, and where the one before it ended. */
const positionsOf = ({ from, to, missed }: ChainLink) => ({ from, to, last: difference(from, missed ?? "0") });
