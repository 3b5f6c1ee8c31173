import { SHARED_FILTERS } from "../../core/table/shared-filters.ts";

/** The filters of the alert list, by their names in the address and the API. Days are in the reader's time zone. */
export const ALERT_FILTERS = SHARED_FILTERS;
export type AlertFilterName = (typeof ALERT_FILTERS)[number];
