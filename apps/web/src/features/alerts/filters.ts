/** The filters of the alert list, by their names in the address and the API. Days are in the reader's time zone. */
export const ALERT_FILTERS = ["status", "from", "to", "search"] as const;
export type AlertFilterName = (typeof ALERT_FILTERS)[number];
