/** A live list of rows: what updates do to its page, which new rows wait until the reader is free, and which is open. */
import { useRef, useState, type RefObject } from "react";
import { useRevalidator } from "react-router";
import { doDespiteLoad } from "../beside-loads.ts";
import type { TableControl } from "../table/table-state.ts";
import { useAppDispatch } from "../thunk.ts";
import { isOldestFirst, positionOf, type LivePage, type LiveRow } from "./live-page.ts";
import { useLive } from "./live.tsx";

interface LiveRowsParts<Row extends LiveRow, Filter extends string> {
  /** The topic of events about these rows. */
  readonly topic: string;
  /** The current page, which may be ahead of what is rendered and of the address; undefined if it failed to load. */
  readonly page: () => LivePage<Row, Filter> | undefined;
  /** The action that sets a loaded page. */
  readonly set: Parameters<typeof doDespiteLoad>[0];
  readonly update: (row: Row) => void;
  readonly insert: (row: Row) => void;
  /** Counts a new row that the page doesn't show. */
  readonly count: () => void;
  /** Whether a new row belongs to a list with these filters, as far as the page can tell. */
  readonly belongs: (row: Row, filters: LivePage<Row, Filter>["filters"]) => boolean;
  /** Whether the reader has a row open that the address names, and not this list. */
  readonly isOpen?: boolean;
  /** Whether the reader points at a row or has one open. */
  readonly isReaderBusy: () => boolean;
}

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
  const isReaderBusy = () =>
    opened !== undefined || parts.isOpen === true || (place.current?.matches(":hover, :focus-within") ?? false);
  return {
    place,
    opened: opened && (parts.page()?.content.find(({ id }) => id === opened.id) ?? opened),
    open: setOpened,
    close: () => setOpened(undefined),
    waiting: useLiveRows({ ...parts, isReaderBusy }),
    showNew: () => (table.page === 0 ? void revalidator.revalidate() : table.toPage(0, table.size)),
  };
}

/** New rows that one view of a list doesn't show yet. */
interface Waiting {
  readonly place: string;
  readonly rows: readonly LiveRow[];
}

type Shown = LivePage<LiveRow> | undefined;

/**
 * Keeps the page's rows up to date in their places. Inserts new ones into the first page, unless the reader is busy
 * there: a row must not move under the pointer. Then they wait until the reader asks for them, or is free when the next
 * one arrives.
 *
 * @returns how many are waiting.
 */
function useLiveRows<Row extends LiveRow, Filter extends string>(parts: LiveRowsParts<Row, Filter>): number {
  const revalidator = useRevalidator();
  const dispatch = useAppDispatch();
  const [waiting, setWaiting] = useState<Waiting>({ place: "", rows: [] });
  // Events may arrive faster than the page renders.
  const latest = useRef(waiting);
  const seen = useRef({ list: "", ids: new Set<string>() });
  const isAsked = useRef(false);

  /** Whether this list, with its current filters, has already received an event about the row. */
  function isSeen({ id }: LiveRow, page: LivePage<LiveRow>): boolean {
    const list = listOf(page);
    if (seen.current.list !== list) seen.current = { list, ids: new Set() };
    if (seen.current.ids.has(id)) return true;
    seen.current.ids.add(id);
    return false;
  }

  function take(row: Row, isNew: boolean): void {
    const page = parts.page();
    if (!page) return;
    if (shows(page, row)) return parts.update(row);
    if (!parts.belongs(row, page.filters)) return;
    if (isOldestFirst(page)) return takeAtEnd(row, page);
    if (!isInReach(row, page)) return;
    const hasSeen = isSeen(row, page);
    // A later page doesn't know the rows above it: one of them may only have changed.
    if (!isFirst(page) && (!isNew || hasSeen)) return;
    const others = stillWaiting(latest.current, page);
    if (others.some(({ id }) => id === row.id)) return;
    const mayMove = isFirst(page) && !parts.isReaderBusy();
    if (mayMove && others.length === 0) return parts.insert(row);
    parts.count();
    latest.current = { place: placeOf(page), rows: [...others, row] };
    setWaiting(latest.current);
    if (mayMove && revalidator.state === "idle") void revalidator.revalidate();
  }

  /** Oldest first, a new row is the list's last: it moves no other, and isn't announced. */
  function takeAtEnd(row: Row, page: LivePage<Row, Filter>): void {
    if (positionOf(row, page) < page.content.length || isSeen(row, page)) return;
    if (hasRoomAtEnd(page)) parts.insert(row);
    // It may be a row of a later page that has only changed: only the API knows how long the list is.
    else if (revalidator.state === "idle") void revalidator.revalidate();
  }

  const isWaiting = ({ id }: Row) => stillWaiting(latest.current, parts.page()).some((row) => row.id === id);

  /** A list has come that was read too early to count a waiting row or, as only the API knows on a later page, was not. */
  function countAgain(page: LivePage<LiveRow>): void {
    if (isFirst(page)) return parts.count();
    if (isAsked.current) return;
    isAsked.current = true;
    // Once for all rows that waited for this list.
    queueMicrotask(() => {
      isAsked.current = false;
      void revalidator.revalidate();
    });
  }

  /** Takes the row of an event and, after a load that is in flight, takes it again or counts it again. */
  function receive(row: Row, isNew: boolean): void {
    let isCounted = false;
    const act = () => {
      const page = parts.page();
      if (page && isCounted && isWaiting(row)) return countAgain(page);
      const hasWaited = isWaiting(row);
      take(row, isNew);
      isCounted = !hasWaited && isWaiting(row);
    };
    dispatch(doDespiteLoad(parts.set, act));
  }

  useLive({
    onEvent(topic, payload) {
      if (topic !== parts.topic) return;
      const { isNew = false, ...row } = payload as { readonly isNew?: boolean };
      receive(row as Row, isNew);
    },
    onMissed: () => void revalidator.revalidate(),
  });

  return stillWaiting(waiting, parts.page()).length;
}

/** Returns the rows that the page doesn't show even after a reload, and that haven't moved on to a later page. */
function stillWaiting({ place, rows }: Waiting, page: Shown): readonly LiveRow[] {
  // What waited in another view doesn't count here.
  if (!page || place !== placeOf(page)) return [];
  return rows.filter((row) => !shows(page, row) && isInReach(row, page));
}

const shows = ({ content }: LivePage<LiveRow>, row: LiveRow) => content.some(({ id }) => id === row.id);
/** Whether a row belongs to the first page or, seen from a later page, above that one; others are on other pages. */
const isInReach = (row: LiveRow, page: LivePage<LiveRow>) =>
  positionOf(row, page) < (isFirst(page) ? page.pageable.pageSize : 1);
const hasRoomAtEnd = ({ pageable: { pageNumber, pageSize }, totalPages, content }: LivePage<LiveRow>) =>
  pageNumber >= totalPages - 1 && content.length < pageSize;
const isFirst = ({ pageable }: LivePage<LiveRow>) => pageable.pageNumber === 0;
const listOf = ({ filters }: LivePage<LiveRow>) => JSON.stringify(filters);
const placeOf = (page: LivePage<LiveRow>) => `${listOf(page)} ${isFirst(page)}`;
