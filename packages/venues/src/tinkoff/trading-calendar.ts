/** When instruments trade, by T-Invest's trading calendars. */
import * as z from "zod";
import { refused, throttledFor, unavailable } from "../not-sent.ts";
import { SharedCache } from "../shared-cache.ts";
import type { Credentials } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { failedByToken, type TinkoffInstrument } from "./instruments.ts";
import { read } from "./read.ts";

export interface Session {
  readonly opensAtMs: number;
  readonly closesAtMs: number;
}

/**
 * Returns an instrument's sessions of today and the coming week; none if it has no calendar.
 * @throws {NotSent} when T-Invest doesn't say.
 */
export type Calendar = (
  instrument: Pick<TinkoffInstrument, "calendar">,
  credentials: Credentials,
  signal: AbortSignal,
) => Promise<readonly Session[]>;

const interval = z.object({ interval: z.object({ startTs: z.string(), endTs: z.string() }) });
const schedules = z.object({
  exchanges: z
    .array(
      z.object({
        exchange: z.string(),
        days: z
          .array(
            z.object({
              isTradingDay: z.boolean().default(false),
              startTime: z.string().optional(),
              endTime: z.string().optional(),
              intervals: z.array(interval).default([]),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
});
type Day = z.output<typeof schedules>["exchanges"][number]["days"][number];

const DAY_MS = 86_400_000;
/** A week holds the next session, whatever the holidays; T-Invest allows two (30002). */
const AHEAD_MS = 7 * DAY_MS;
const FRESH_MS = 10 * 60_000;
const MAX_CALENDARS = 1_000;

/** Creates the calendar, which asks once in ten minutes for each exchange. */
export function createCalendar(environments: Environments): Calendar {
  const cache = new SharedCache<readonly Session[]>(MAX_CALENDARS, environments.now);
  return async ({ calendar }, credentials, signal) => {
    if (calendar === "") return [];
    const load = async () => {
      const nowMs = environments.now();
      const [from, to] = [nowMs, nowMs + AHEAD_MS].map((ms) => new Date(ms).toISOString());
      const asked = { body: { exchange: calendar, from, to }, schema: schedules };
      const own = new AbortController().signal;
      const reading = await read(environments, "InstrumentsService/TradingSchedules", asked, credentials, own);
      if (reading.kind === "refused") throw refused(reading.reason);
      if (reading.kind === "unknown")
        throw reading.retryAfterMs === undefined ? unavailable() : throttledFor(reading.retryAfterMs);
      const days = reading.value.exchanges.find(({ exchange }) => exchange === calendar)?.days ?? [];
      return { value: days.flatMap(sessionsOf), freshUntil: nowMs + FRESH_MS };
    };
    return await cache.getByOwnKey(`${credentials.isDemo ? "demo" : "live"}:${calendar}`, signal, load, failedByToken);
  };
}

function sessionsOf({ isTradingDay, startTime, endTime, intervals }: Day): readonly Session[] {
  if (!isTradingDay) return [];
  const whole = startTime !== undefined && endTime !== undefined ? [{ startTs: startTime, endTs: endTime }] : [];
  const named = intervals.length > 0 ? intervals.map((one) => one.interval) : whole;
  return named
    .map(({ startTs, endTs }) => ({ opensAtMs: Date.parse(startTs), closesAtMs: Date.parse(endTs) }))
    .filter(({ opensAtMs, closesAtMs }) => opensAtMs < closesAtMs);
}
