import { STATUS_DAYS, type ServiceStatus } from "@chartrelay/contract";
import { useTexts } from "../../lib/texts.ts";
import { utcDay } from "./utc.ts";

type Day = ServiceStatus["uptime"][number]["days"][number];

const DAY_MS = 86_400_000;
/** In units of the drawing, which stretches to the width that there is. */
const STEP = 4;
const BAR = 3;
const HEIGHT = 32;
/** A day that nobody measured is a stub. */
const STUB = 6;
/** A day that was down for longer is red. */
const LONG_MIN = 10;

interface UptimeBarsProps {
  readonly days: readonly Day[];
  /** A moment of the last day. */
  readonly today: string;
}

/** A bar for each of the last 90 days, coloured by the worst that happened. Days with trouble say so on hover, and in text. */
export function UptimeBars({ days, today }: UptimeBarsProps) {
  const { t, language } = useTexts("status");
  const lastDay = Math.floor(Date.parse(today) / DAY_MS);
  const placeOf = ({ day }: Day) => STATUS_DAYS - 1 - (lastDay - Math.floor(Date.parse(day) / DAY_MS));
  const measured = days
    .map((day) => ({ ...day, place: placeOf(day) }))
    .filter((day) => day.place >= 0 && day.measured > 0);
  const isTroubled = ({ degraded, down }: Day) => degraded + down > 0;
  const calm = measured.filter((day) => !isTroubled(day)).map(({ place }) => place);
  const places = new Set(measured.map(({ place }) => place));
  const unmeasured = Array.from({ length: STATUS_DAYS }, (_, place) => place).filter((place) => !places.has(place));
  const uptime = uptimeOf(measured);
  const figure = uptime === undefined ? t("uptime_none") : t("uptime", { percent: formatPercent(uptime, language) });
  const told = measured.filter(isTroubled).map((day) => ({
    ...day,
    text: t("day_troubled", { day: utcDay(day.day, language), down: day.down, degraded: day.degraded }),
  }));
  return (
    <>
      <svg
        role="img"
        aria-label={t("bars", { uptime: figure })}
        viewBox={`0 0 ${STATUS_DAYS * STEP - (STEP - BAR)} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
        className="block w-full"
      >
        <path d={bars(unmeasured, STUB)} fill="var(--color-edge)" />
        <path d={bars(calm, HEIGHT)} fill="var(--color-ok)" />
        {told.map((day) => (
          <path
            key={day.day}
            d={bars([day.place], HEIGHT)}
            fill={day.down > LONG_MIN ? "var(--color-error)" : "var(--color-warning)"}
          >
            <title>{day.text}</title>
          </path>
        ))}
      </svg>
      <p className="mt-2 flex items-center justify-between gap-3 text-12 text-muted">
        <span>{t("days_ago")}</span>
        <span className="tabular">{figure}</span>
        <span>{t("today")}</span>
      </p>
      {told.length > 0 && (
        <ul className="sr-only">
          {told.map(({ day, text }) => (
            <li key={day}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Returns a path of bars at places, from the bottom up. */
const bars = (places: readonly number[], height: number): string =>
  places.map((place) => `M${place * STEP} ${HEIGHT}v${-height}h${BAR}v${height}z`).join("");

/** Returns the share of minutes in which a part wasn't down; undefined if none was measured. */
function uptimeOf(days: readonly Day[]): number | undefined {
  const measured = days.reduce((sum, day) => sum + day.measured, 0);
  const down = days.reduce((sum, day) => sum + day.down, 0);
  return measured === 0 ? undefined : (measured - down) / measured;
}

/** Rounds down: 99.999% is not 100%. */
function formatPercent(share: number, language: string): string {
  const hundredths = Math.floor(share * 10_000) / 100;
  return new Intl.NumberFormat(language, { minimumFractionDigits: hundredths === 100 ? 0 : 2 }).format(hundredths);
}
