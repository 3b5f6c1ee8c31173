/** A live list of rows: which row the reader has open, and which new ones wait until the reader is free. */
import { useRef, useState, type RefObject } from "react";
import { useRevalidator } from "react-router";
import type { TableControl } from "../table/table-state.ts";
import type { LiveRow } from "./live-page.ts";
import { useLiveRows, type LiveRowsParts } from "./live-rows.ts";

export interface LiveList<Row> {
  /** The element that holds the rows. */
  readonly place: RefObject<HTMLDivElement | null>;
  /** The open row, in its current state. */
  readonly opened: Row | undefined;
  readonly open: (row: Row) => void;
  readonly close: () => void;
  /** How many new rows are waiting. */
  readonly waiting: number;
  readonly showNew: () => void;
}

/** Keeps the page's rows up to date, and holds new ones back while the reader points at a row or has one open. */
export function useLiveList<Row extends LiveRow, Filter extends string>(
  table: Pick<TableControl<Filter>, "page" | "size" | "toPage">,
  parts: Omit<LiveRowsParts<Row, Filter>, "isReaderBusy">,
): LiveList<Row> {
  const [opened, setOpened] = useState<Row>();
  const place = useRef<HTMLDivElement>(null);
  const revalidator = useRevalidator();
  const isReaderBusy = () => opened !== undefined || (place.current?.matches(":hover, :focus-within") ?? false);
  return {
    place,
    opened: opened && (parts.page()?.content.find(({ id }) => id === opened.id) ?? opened),
    open: setOpened,
    close: () => setOpened(undefined),
    waiting: useLiveRows({ ...parts, isReaderBusy }),
    showNew: () => (table.page === 0 ? void revalidator.revalidate() : table.toPage(0, table.size)),
  };
}
