/** The filters that both live lists have. */
import type { Reason } from "@chartrelay/contract";
import { isOfDays } from "./filter-query.ts";
import type { Filters } from "./table-state.ts";

/** By their names in the address. */
export const SHARED_FILTERS = ["status", "account", "reason", "period", "from", "to", "search", "sort"] as const;
export type SharedFilter = (typeof SHARED_FILTERS)[number];

/** Returns the reasons that a filter names: in the address they are separated by commas. */
export function reasonsIn(reason = ""): Reason[] {
  return reason.split(",").filter((name) => name !== "") as Reason[];
}

/** Returns whether a row has what a filter wants; an unset filter wants anything. */
export const isWanted = (wanted: string | undefined, is: string | null | undefined) => !wanted || wanted === is;

interface SharedRow {
  readonly status: string;
  readonly createdDate: string;
  readonly accountId: string;
  readonly reason: Reason | null;
}

/** Returns whether a row belongs to what these filters show, as far as a page can tell: only the API can search. */
export function belongs(
  { status, createdDate, accountId, reason }: SharedRow,
  filters: Filters<SharedFilter>,
): boolean {
  const reasons = reasonsIn(filters.reason);
  return (
    !filters.search &&
    isOfDays(createdDate, filters) &&
    isWanted(filters.status, status) &&
    isWanted(filters.account, accountId) &&
    (reasons.length === 0 || (reason !== null && reasons.includes(reason)))
  );
}
