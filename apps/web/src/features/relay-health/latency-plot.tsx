import type { RelayHealth } from "@chartrelay/contract";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import uPlot from "uplot";
import { axisLook, Plot, type PlotColors } from "../../ui/plot.tsx";
import { bucketLabels } from "./buckets.ts";

type Latency = RelayHealth["latency"][number];

const HEIGHT_PX = 220;
/** Narrower, there is room for every other label. */
const NARROW_PX = 480;
const bars = uPlot.paths.bars?.({ size: [0.9, 64] });

/** Orders by the milliseconds they took: our part as bars, the venue's as a line. The table beside it says the same. */
export default function LatencyPlot({ latency }: { readonly latency: Latency }) {
  const { t } = useTranslation("relay-health");
  const draw = useCallback(
    (colors: PlotColors) => ({
      options: {
        // The last label extends to the right.
        padding: [8, 28, 0, 0] as uPlot.Padding,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false, range: [-0.6, bucketLabels.length - 0.4] as uPlot.Range.MinMax } },
        axes: [
          {
            ...axisLook(colors),
            values: ({ width }: uPlot, splits: number[]) =>
              splits.map((at) => (width < NARROW_PX && at % 2 === 1 ? "" : (bucketLabels[at] ?? ""))),
            splits: () => bucketLabels.map((_, at) => at),
            rotate: -45,
            size: 56,
          },
          // Half an order doesn't exist.
          {
            ...axisLook(colors),
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000],
          },
        ],
        series: [
          {},
          {
            label: t("relay"),
            fill: colors.accent,
            stroke: colors.accent,
            ...(bars && { paths: bars }),
            points: { show: false },
          },
          { label: t("venue"), stroke: colors.ok, width: 2, points: { show: true } },
        ],
      },
      data: [
        bucketLabels.map((_, at) => at),
        [...latency.relay.orders],
        [...latency.venue.orders],
      ] satisfies uPlot.AlignedData,
    }),
    [latency, t],
  );

  return (
    <div aria-hidden>
      <p className="flex flex-wrap gap-x-4 text-14 text-muted">
        <span className="flex items-center gap-1.5">
          <i className="size-3 rounded-[3px] bg-accent" />
          {t("relay")}
        </span>
        <span className="flex items-center gap-1.5">
          <i className="h-0.5 w-4 bg-ok" />
          {t("venue")}
        </span>
      </p>
      <Plot heightPx={HEIGHT_PX} draw={draw} />
    </div>
  );
}
