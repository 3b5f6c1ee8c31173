/** What live updates make of a page of a list. */
import type { Page } from "@chartrelay/contract";

export interface LiveRow {
  readonly id: string;
  readonly createdDate: string;
}

/** A page of a list, and the filters in force when it was read; `sort` says whether the oldest rows are first. */
export interface LivePage<Row, Filter extends string = string> extends Page<Row> {
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
}

/** Replaces a row with its newest state, if the page shows it. */
export function replaceRow<R extends LiveRow, P extends Page<R>>(page: P, row: R): P {
  return { ...page, content: page.content.map((shown) => (shown.id === row.id ? row : shown)) };
}

/** Inserts a new row where its time puts it; the last row moves to the next page. */
export function insertRow<R extends LiveRow, P extends LivePage<R>>(page: P, row: R): P {
  const content = page.content.toSpliced(positionOf(row, page), 0, row).slice(0, page.pageable.pageSize);
  return { ...countRow(page), content };
}

/** Whether the list begins with its oldest row. */
export const isOldestFirst = ({ filters }: LivePage<LiveRow>) => filters["sort"] === "oldest";

/** Returns how many rows of the page come before this one. */
export function positionOf({ createdDate }: LiveRow, page: LivePage<LiveRow>): number {
  const { content } = page;
  const index = content.findIndex((row) =>
    isOldestFirst(page) ? row.createdDate > createdDate : row.createdDate <= createdDate,
  );
  return index === -1 ? content.length : index;
}

/** Counts a new row of the list, wherever it belongs. */
export function countRow<P extends Page<unknown>>(page: P): P {
  const totalElements = page.totalElements + 1;
  return { ...page, totalElements, totalPages: Math.ceil(totalElements / page.pageable.pageSize) };
}
