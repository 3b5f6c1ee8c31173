import type { Query } from "../../lib/client.ts";
import { endOfDay, isWithin, startOfDay } from "../../lib/dates.ts";
import { daysOf, type DayFilters } from "./periods.ts";

/** Returns filters in the form that the API takes: days become the moments when they begin and end here. */
export function filterQuery({ period, from, to, ...filters }: DayFilters & Readonly<Record<string, string>>): Query {
  const days = daysOf({ period, from, to });
  const moments = { from: days.from && startOfDay(days.from), to: days.to && endOfDay(days.to) };
  const entries = Object.entries({ ...filters, ...moments });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Returns whether a moment (ISO 8601, UTC) is within the days that filters mean now. */
export function isOfDays(moment: string, filters: DayFilters): boolean {
  const { from, to } = daysOf(filters);
  return isWithin(moment, from, to);
}
