/**
 * What a strategy has won or lost in an account since the start of its day, and since the day's best moment. What isn't
 * known, because a price is missing or isn't a number, is never taken for "no loss": the answer is that it isn't known.
 */
import { compareDecimals, difference } from "@chartrelay/contract";

/** By currency, in capitals: profit of all time, realised and open. */
export type TotalProfit = Readonly<Record<string, string>>;

/** What is remembered of a day; serialisable. */
export interface DayRecord {
  /** By the time zone of the limits: `2026-11-24`. */
  readonly day: string;
  /** By currency: the total profit with which the day began, the highest since, and the last one. */
  readonly totals: Readonly<Record<string, { readonly start: string; readonly peak: string; readonly last: string }>>;
}

/** By currency: the profit since the start of the day, and the highest that it has been, which is 0 at least. */
export type DailyProfit = Readonly<Record<string, { readonly now: string; readonly peak: string }>>;

export interface FollowedDay {
  /** To be kept. Null until a total was known for the first time. */
  readonly record: DayRecord | null;
  /** Null while it isn't known. */
  readonly profit: DailyProfit | null;
}

const NUMBER = /^-?\d{1,40}(?:\.\d{1,40})?$/;

/**
 * Follows a day by one more reading. `total` is null if it couldn't be read; so is one that has a text which isn't a
 * number. A new day begins with the last total known of the one before, so a loss overnight is the new day's.
 */
export function followDay(record: DayRecord | null, total: TotalProfit | null, day: string): FollowedDay {
  if (total === null || !Object.values(total).every((amount) => NUMBER.test(amount))) return { record, profit: null };
  const currencies = new Set([...Object.keys(record?.totals ?? {}), ...Object.keys(total)]);
  const totals = Object.fromEntries(
    [...currencies].map((currency) => {
      const before = record?.totals[currency];
      const last = total[currency] ?? before?.last ?? "0";
      // In a currency that wasn't traded before, the strategy began the day with nothing.
      const first = record === null ? last : "0";
      const { start, peak } =
        before === undefined
          ? { start: first, peak: first }
          : record?.day === day
            ? before
            : { start: before.last, peak: before.last };
      return [currency, { start, peak: compareDecimals(last, peak) > 0 ? last : peak, last }];
    }),
  );
  const profit = Object.fromEntries(
    Object.entries(totals).map(([currency, { start, peak, last }]) => [
      currency,
      { now: difference(last, start), peak: difference(peak, start) },
    ]),
  );
  return { record: { day, totals }, profit };
}

/**
 * Returns the loss of a day in each currency, from its start and from its best moment; below zero for a profit. Null if
 * it isn't known.
 */
export function lossesOf(
  profit: DailyProfit | null,
): readonly { readonly fromStart: string; readonly fromPeak: string }[] | null {
  if (profit === null) return null;
  const days = Object.values(profit);
  if (!days.every(({ now, peak }) => NUMBER.test(now) && NUMBER.test(peak))) return null;
  return days.map(({ now, peak }) => ({
    fromStart: difference("0", now),
    fromPeak: difference(peak, now),
  }));
}
