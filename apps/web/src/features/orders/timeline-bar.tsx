import type { Timeline } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { formatMs } from "../../core/trading/format-ms.ts";
import { classNames } from "../../ui/class-names.ts";

/** A part of an order's way from the alert to the broker's answer. */
type SegmentName = "commit" | "queue" | "venue";

interface Segment {
  readonly name: SegmentName;
  /** Microseconds; null while the segment is under way, or if it never took place. */
  readonly us: number | null;
}

const COLORS: Readonly<Record<SegmentName, string>> = {
  commit: "bg-accent",
  queue: "bg-warning",
  venue: "bg-ok",
};

/** As wide as it is long; never so narrow that it can't be seen. */
const SCALED = "min-w-[3px] basis-0";
/** A shorter part of the whole would be narrower than it can be drawn. */
const MIN_SHARE = 0.01;
/** Below a shorter part there is no room for its figure. */
const MIN_LABELLED_SHARE = 0.15;

interface TimelineBarProps {
  readonly timeline: Timeline;
  /** Nothing more will happen to the order. */
  readonly isDone: boolean;
}

/** An order's way from the alert to the broker, to scale and in figures. What is sent to Telegram comes after it. */
export function TimelineBar({ timeline, isDone }: TimelineBarProps) {
  const { t, i18n } = useTranslation("order");
  const { received, committed, sent, answered, notified } = timeline;
  const segments = segmentsOf(timeline);
  const total = between(received, answered);
  const reached = segments.flatMap(({ name, us }) => (us === null ? [] : [{ name, us: Math.max(us, 1) }]));
  const known = reached.reduce((sum, { us }) => sum + us, 0);
  const ms = (us: number) => t("ms", { ms: formatMs(us, i18n.language) });
  // What an order never reached is no part of its way.
  const listed = isDone ? reached : segments;
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden className="flex flex-col gap-1 text-12 text-muted">
        <div className="flex justify-between">
          <span>{t("from_alert")}</span>
          <span>{t(answered !== null ? "to_broker" : isDone && sent === null ? "to_nowhere" : "to_wait")}</span>
        </div>
        <div className="flex h-3 gap-px overflow-hidden rounded-full bg-line">
          {reached.map(({ name, us }) => (
            <span key={name} className={classNames(SCALED, COLORS[name])} style={{ flexGrow: us }} />
          ))}
          {!isDone && answered === null && <span className="min-w-1/4 grow basis-0" />}
        </div>
        <div className="flex h-4 gap-px tabular">
          {reached.map(({ name, us }) => (
            <span
              key={name}
              className={classNames(SCALED, "overflow-hidden text-center whitespace-nowrap")}
              style={{ flexGrow: us }}
            >
              {us / known >= MIN_LABELLED_SHARE && ms(us)}
            </span>
          ))}
          {!isDone && answered === null && <span className="min-w-1/4 grow basis-0" />}
        </div>
      </div>
      <table className="w-full text-14 tabular">
        <caption className="sr-only">{t("timeline")}</caption>
        <tbody>
          {listed.map(({ name, us }) => (
            <tr key={name}>
              <th scope="row" className="py-1 text-left font-normal">
                <span aria-hidden className={classNames("mr-2 inline-block size-2 rounded-full", COLORS[name])} />
                {t(`segment_${name}`)}
              </th>
              <td className={classNames("py-1 text-right", us === null && "text-muted")}>
                {us === null ? t("segment_pending") : ms(us)}
              </td>
            </tr>
          ))}
          {total !== null && (
            <tr className="border-t border-line font-semibold">
              <th scope="row" className="py-1.5 text-left">
                {t("segment_total")}
              </th>
              <td className="py-1.5 text-right">{ms(total)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {reached.some(({ us }) => us / known < MIN_SHARE) && <p className="text-12 text-muted">{t("segment_tiny")}</p>}
      {notified !== null && (
        <p className="text-14 text-muted">
          {t("telegram_after", { time: ms(Math.max(0, notified - (answered ?? committed ?? received))) })}
        </p>
      )}
    </div>
  );
}

function segmentsOf({ received, committed, sent, answered }: Timeline): readonly Segment[] {
  return [
    { name: "commit", us: between(received, committed) },
    { name: "queue", us: between(committed, sent) },
    { name: "venue", us: between(sent, answered) },
  ];
}

/** Returns microseconds; clocks of two machines may disagree by a few, and no time runs backwards. */
function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from);
}
