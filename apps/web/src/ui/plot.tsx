import { useEffect, useRef, useSyncExternalStore } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useMedia } from "../lib/media.ts";

const TOKENS = ["accent", "ok", "error", "muted", "line"] as const;
/** The theme's colours, as a canvas understands them. */
export type PlotColors = Readonly<Record<(typeof TOKENS)[number], string>>;

interface PlotProps {
  readonly heightPx: number;
  /** Returns what to draw in these colours. Must stay the same between renders unless the drawing changes. */
  readonly draw: (colors: PlotColors) => {
    readonly options: Omit<uPlot.Options, "width" | "height">;
    readonly data: uPlot.AlignedData;
  };
}

/** A chart on a canvas, as wide as its place and in the theme's colours. A table beside it must say the same. */
export function Plot({ heightPx, draw }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useSyncExternalStore(onThemeChange, chosenTheme);
  const isSystemDark = useMedia("(prefers-color-scheme: dark)");

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const { options, data } = draw(colorsAt(element));
    const plot = new uPlot({ ...options, width: element.clientWidth, height: heightPx }, data, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPx }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
    // The canvas keeps the colours that it was drawn with.
  }, [draw, heightPx, theme, isSystemDark]);

  return <div ref={place} className="w-full" style={{ height: heightPx }} />;
}

/**
 * A canvas doesn't understand light-dark(): each colour is resolved on an element of its own, which has no earlier
 * colour to transition from.
 */
function colorsAt(place: HTMLElement): PlotColors {
  const resolve = (token: string) => {
    const probe = place.appendChild(document.createElement("i"));
    probe.style.color = `var(--color-${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  return Object.fromEntries(TOKENS.map((token) => [token, resolve(token)])) as PlotColors;
}

/** Returns what axes look like, whatever they count. */
export const axisLook = ({ muted, line }: PlotColors) => ({
  stroke: muted,
  grid: { stroke: line, width: 1 },
  ticks: { stroke: line },
});

/** Returns the theme that the reader chose, if any. */
const chosenTheme = () => document.documentElement.dataset["theme"];

function onThemeChange(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
