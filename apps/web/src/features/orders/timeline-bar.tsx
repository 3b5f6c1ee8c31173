import type { Timeline } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { formatMs } from "../../core/trading/format-ms.ts";
import { classNames } from "../../ui/class-names.ts";

/** A part of an order's path, from our door to the venue's answer and the user's chat. */
type SegmentName = "commit" | "queue" | "venue" | "notify";

interface LegTime {
  readonly segment: SegmentName;
  /** Microseconds; null while the segment is under way, or if it never took place. */
  readonly us: number | null;
}

const COLORS: Readonly<Record<SegmentName, string>> = {
  commit: "bg-accent",
  queue: "bg-warning",
  venue: "bg-ok",
  notify: "bg-edge",
};

/** The segments of an order's path, as a bar to compare and as figures to read. */
export function TimelineBar({ timeline }: { readonly timeline: Timeline }) {
  const { t, i18n } = useTranslation("orders");
  const segments = segmentsOf(timeline);
  const total = totalUs(timeline);
  const inMs = (us: number | null) => (us === null ? "–" : t("ms", { ms: formatMs(us, i18n.language) }));
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-line">
        {segments.map(({ segment, us }) =>
          us === null ? null : (
            <span
              key={segment}
              className={classNames("min-w-1", COLORS[segment])}
              style={{ flexGrow: Math.max(us, 1) }}
            />
          ),
        )}
      </div>
      <table className="w-full text-14">
        <caption className="sr-only">{t("timeline")}</caption>
        <tbody>
          {segments.map(({ segment, us }) => (
            <tr key={segment}>
              <th scope="row" className="py-1 text-left font-normal">
                <span aria-hidden className={classNames("mr-2 inline-block size-2 rounded-full", COLORS[segment])} />
                {t(`segment_${segment}`)}
              </th>
              <td className="py-1 text-right">{inMs(us)}</td>
            </tr>
          ))}
          <tr className="border-t border-line font-semibold">
            <th scope="row" className="py-1.5 text-left">
              {t("segment_total")}
            </th>
            <td className="py-1.5 text-right">{inMs(total)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function segmentsOf({ received, committed, sent, answered, notified }: Timeline): readonly LegTime[] {
  const between = (from: number | null, to: number | null) =>
    from === null || to === null ? null : Math.max(0, to - from);
  return [
    { segment: "commit", us: between(received, committed) },
    { segment: "queue", us: between(committed, sent) },
    { segment: "venue", us: between(sent, answered) },
    { segment: "notify", us: between(answered, notified) },
  ];
}

/** Returns the microseconds from our door to the venue's answer; null while there is none. */
const totalUs = ({ received, answered }: Timeline): number | null => (answered === null ? null : answered - received);
