import type { Query } from "../../lib/client.ts";
import { endOfDay, startOfDay } from "../../lib/dates.ts";

/** Filters that include the days `from` and `to`, by their names in the address and the API. */
type DatedFilters = Readonly<Partial<Record<"from" | "to", string>>>;

/** Returns filters in the form that the API takes: a day becomes the moments when it begins and ends here. */
export function filterQuery({ from, to, ...filters }: DatedFilters): Query {
  const moments = { from: from && startOfDay(from), to: to && endOfDay(to) };
  const entries = Object.entries({ ...filters, ...moments });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
