import type { RelayHealth } from "@chartrelay/contract";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useMedia } from "../../lib/media.ts";
import { bucketLabels } from "./buckets.ts";

type Latency = RelayHealth["latency"][number];

const HEIGHT_PX = 220;
/** Narrower, there is room for every other label. */
const NARROW_PX = 480;
const bars = uPlot.paths.bars?.({ size: [0.9, 64] });

/** Orders by the milliseconds they took: our part as bars, the venue's as a line. The table beside it says the same. */
export default function LatencyPlot({ latency }: { readonly latency: Latency }) {
  const { t } = useTranslation("relay-health");
  const place = useRef<HTMLDivElement>(null);
  const theme = useSyncExternalStore(onThemeChange, chosenTheme);
  const isSystemDark = useMedia("(prefers-color-scheme: dark)");

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    // A canvas doesn't understand light-dark(): each colour is resolved on an element of its own, which has no earlier
    // colour to transition from.
    const resolve = (token: string) => {
      const probe = element.appendChild(document.createElement("i"));
      probe.style.color = `var(${token})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const [accent, ok, muted, line] = ["--color-accent", "--color-ok", "--color-muted", "--color-line"].map(resolve);
    const axis = { stroke: muted ?? "", grid: { stroke: line ?? "", width: 1 }, ticks: { stroke: line ?? "" } };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        // The last label extends to the right.
        padding: [8, 28, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false, range: [-0.6, bucketLabels.length - 0.4] } },
        axes: [
          {
            ...axis,
            values: ({ width }, splits) =>
              splits.map((at) => (width < NARROW_PX && at % 2 === 1 ? "" : (bucketLabels[at] ?? ""))),
            splits: () => bucketLabels.map((_, at) => at),
            rotate: -45,
            size: 56,
          },
          // Half an order doesn't exist.
          { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000] },
        ],
        series: [
          {},
          {
            label: t("relay"),
            fill: accent ?? "",
            stroke: accent ?? "",
            ...(bars && { paths: bars }),
            points: { show: false },
          },
          { label: t("venue"), stroke: ok ?? "", width: 2, points: { show: true } },
        ],
      },
      [bucketLabels.map((_, at) => at), [...latency.relay.orders], [...latency.venue.orders]],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
    // The canvas keeps the colours that it was drawn with.
  }, [latency, theme, isSystemDark, t]);

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
      <div ref={place} className="w-full" style={{ height: HEIGHT_PX }} />
    </div>
  );
}

/** Returns the theme that the reader chose, if any. */
const chosenTheme = () => document.documentElement.dataset["theme"];

function onThemeChange(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
