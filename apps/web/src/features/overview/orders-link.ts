import { formatMinute } from "../../lib/dates.ts";

/** Returns the address of the orders received since the day that began at `since`, filtered further. */
export function ordersSince(since: string, filters: Readonly<Record<string, string>> = {}): string {
  const [from = ""] = formatMinute(new Date(since)).split(" ");
  return `/profile/orders?${new URLSearchParams({ ...filters, from }).toString()}`;
}
