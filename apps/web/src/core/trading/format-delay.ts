/** From here on a delay is shown in seconds, then in minutes: an order may rest for hours. */
const SECONDS_FROM_MS = 10_000;
const MINUTES_FROM_MS = 600_000;

/** Formats milliseconds in the unit that a reader would choose: "12 ms", "45 s" or "90 min"; "–" for none. */
export function formatDelay(ms: number | null, language: string): string {
  if (ms === null) return "–";
  if (ms < SECONDS_FROM_MS) return inUnit(ms, "millisecond", language);
  return ms < MINUTES_FROM_MS ? inUnit(ms / 1_000, "second", language) : inUnit(ms / 60_000, "minute", language);
}

const inUnit = (value: number, unit: string, language: string) =>
  new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0,
  }).format(value);
