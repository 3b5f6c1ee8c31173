/** Constants of the lists' filters. */

/** Days up to today in the reader's time zone: a saved "today" is the day on which it is used. */
export const PERIODS = ["today", "yesterday", "7d", "30d", "month"] as const;
export type Period = (typeof PERIODS)[number];

/** How a list is sorted: by the time of receipt. */
export const LIST_SORTS = ["newest", "oldest"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** The lists whose filters can be saved. */
export const FILTERED_LISTS = ["orders", "alerts"] as const;
export type FilteredList = (typeof FILTERED_LISTS)[number];

/** Saved filters of one list. */
export const MAX_SAVED_FILTERS = 30;
export const SAVED_FILTER_NAME_MAX_LENGTH = 40;
