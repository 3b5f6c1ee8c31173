/** What live updates do to a page of a list, in the drafts that a slice's reducers get. */
import type { Page } from "@chartrelay/contract";

export interface LiveRow {
  readonly id: string;
  readonly createdDate: string;
}

/** A page of a list, newest first, and the filters in force when it was read. */
export interface LivePage<Row, Filter extends string = string> extends Page<Row> {
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
}

type Shown<R> = Page<R> | undefined;

/** Replaces a row with its newest state, if the page shows it. */
export function replaceRow<R extends LiveRow>(page: Shown<R>, row: R): void {
  const index = page?.content.findIndex(({ id }) => id === row.id) ?? -1;
  if (page && index !== -1) page.content[index] = row;
}

/** Inserts a new row where its time puts it; the last row moves to the next page. */
export function insertRow<R extends LiveRow>(page: Shown<R>, row: R): void {
  if (!page) return;
  page.content.splice(positionOf(row, page), 0, row);
  page.content.splice(page.pageable.pageSize);
  countRow(page);
}

/** Returns how many rows of the page are newer than this one. */
export function positionOf({ createdDate }: LiveRow, { content }: Page<LiveRow>): number {
  const index = content.findIndex((row) => row.createdDate <= createdDate);
  return index === -1 ? content.length : index;
}

/** Counts a new row of the list, wherever it belongs. */
export function countRow(page: Shown<unknown>): void {
  if (!page) return;
  page.totalElements += 1;
  page.totalPages = Math.ceil(page.totalElements / page.pageable.pageSize);
}
