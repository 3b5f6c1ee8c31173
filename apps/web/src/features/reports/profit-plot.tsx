import type { Report } from "@chartrelay/contract";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import uPlot from "uplot";
import { Profit } from "../../core/trading/profit.tsx";
import { axisLook, Plot, type PlotColors } from "../../ui/plot.tsx";

interface ProfitPlotProps {
  /** At least one, oldest first, in one currency. */
  readonly days: Report["days"];
  readonly currency: string;
}

const HEIGHT_PX = 240;
const DAY_S = 86_400;
const bars = uPlot.paths.bars?.({ size: [0.6, 24] });

/** The net result as a curve, each day's own as a bar. The table beside it says the same. */
export default function ProfitPlot({ days, currency }: ProfitPlotProps) {
  const { t, i18n } = useTranslation("reports");
  const [pointed, setPointed] = useState<number | null>(null);
  const language = i18n.language;
  const draw = useCallback(
    (colors: PlotColors) => ({
      options: {
        padding: [12, 16, 0, 0] as uPlot.Padding,
        legend: { show: false },
        cursor: { y: false, points: { show: true }, drag: { x: false, y: false } },
        hooks: { setCursor: [({ cursor }: uPlot) => setPointed(cursor.idx ?? null)] },
        scales: {
          // Half a day on either side: a bar is as wide as its day.
          x: {
            time: true,
            range: (_: uPlot, min: number, max: number): uPlot.Range.MinMax => [min - DAY_S / 2, max + DAY_S / 2],
          },
        },
        axes: [
          {
            ...axisLook(colors),
            incrs: [1, 2, 3, 7, 14, 30, 60, 90].map((count) => count * DAY_S),
            values: (_: uPlot, splits: number[]) => splits.map((at) => dayLabel(at, language)),
          },
          {
            ...axisLook(colors),
            size: 64,
            values: (_: uPlot, splits: number[]) => splits.map((at) => label(at, language)),
          },
        ],
        series: [
          {},
          { fill: colors.line, stroke: colors.muted, ...(bars && { paths: bars }), points: { show: false } },
          { stroke: colors.accent, width: 2, points: { show: days.length < 32 } },
        ],
      },
      data: [
        days.map(({ day }) => new Date(`${day}T00:00:00`).getTime() / 1_000),
        days.map(({ net }) => Number(net)),
        days.map(({ running }) => Number(running)),
      ] satisfies uPlot.AlignedData,
    }),
    [days, language],
  );
  const shown = (pointed === null ? undefined : days[pointed]) ?? days.at(-1);
  return (
    <div aria-hidden className="min-h-75 min-w-0">
      <p className="flex min-h-15 flex-wrap content-start gap-x-4 text-14 text-muted tablet:min-h-5">
        <span className="tabular">{shown?.day}</span>
        <span className="flex items-center gap-1.5">
          <i className="h-0.5 w-4 bg-accent" />
          {t("running")} {shown && <Profit amount={shown.running} currency={currency} />}
        </span>
        <span className="flex items-center gap-1.5">
          <i className="size-3 rounded-[3px] border border-muted bg-line" />
          {t("per_day")} {shown && <Profit amount={shown.net} currency={currency} />}
        </span>
      </p>
      <Plot heightPx={HEIGHT_PX} draw={draw} />
    </div>
  );
}

/** Returns a day as the axis says it: "21 Nov". */
const dayLabel = (atS: number, language: string) =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }).format(atS * 1_000);

/** Returns an amount as the axis says it: "12K". */
const label = (amount: number, language: string) =>
  new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 }).format(amount);
