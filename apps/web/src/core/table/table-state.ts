/** Which part of a list a page shows. It is in the address, to survive a reload, the back button and a shared link. */
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "@chartrelay/contract";
import { useLocation, useNavigation, useSearchParams } from "react-router";

/** What filters say, by their names in the address; only those that are set. */
export type Filters<Filter extends string> = Readonly<Partial<Record<Filter, string>>>;

export interface TableState<Filter extends string> {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  /** Also how the rows are sorted. */
  readonly filters: Filters<Filter>;
}

/** These order the rows, and leave none of them out. */
const SORT_NAMES: ReadonlySet<string> = new Set(["sort", "direction"]);

/** Reads it from an address; invalid values become defaults. The address counts pages from one, as people do. */
export function readTableState<Filter extends string>(
  search: URLSearchParams,
  names: readonly Filter[],
): TableState<Filter> {
  const page = wholeNumber(search.get("page"), 1_000_000_000);
  const filters = Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
  return {
    page: page === undefined ? DEFAULT_PAGE : page - 1,
    size: wholeNumber(search.get("size"), MAX_PAGE_SIZE) ?? DEFAULT_PAGE_SIZE,
    filters: filters as Filters<Filter>,
  };
}

function wholeNumber(text: string | null, largest: number): number | undefined {
  const number = /^\d{1,10}$/.test(text ?? "") ? Number(text) : 0;
  return number >= 1 && number <= largest ? number : undefined;
}

/** Writes it as a query; defaults aren't written. */
export function writeTableState({ page, size, filters }: TableState<string>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value);
  if (page !== DEFAULT_PAGE) search.set("page", String(page + 1));
  if (size !== DEFAULT_PAGE_SIZE) search.set("size", String(size));
  return search;
}

export interface TableControl<Filter extends string> extends TableState<Filter> {
  /** Whether any filter is set. */
  readonly isFiltered: boolean;
  /** Whether another part is being loaded. */
  readonly isLoading: boolean;
  readonly toPage: (page: number, size: number) => void;
  /** Goes to the first page. While typing, replaces its own history entry. */
  readonly filter: (change: Filters<Filter>, isTyping?: boolean) => void;
  /** Sets exactly these, and goes to the first page. */
  readonly apply: (filters: Filters<Filter>) => void;
  /** Removes all filters; the rows stay sorted as they are. */
  readonly clear: () => void;
}

/** Returns the part that is shown or, once another one is requested, that one; and the functions that change it. */
export function useTableState<Filter extends string>(names: readonly Filter[]): TableControl<Filter> {
  const [search, setSearch] = useSearchParams();
  const navigation = useNavigation();
  const { pathname } = useLocation();
  // Two changes in a row: the second one applies to what the first one requested.
  const asked = navigation.location?.pathname === pathname ? navigation.location.search : undefined;
  const state = readTableState(asked === undefined ? search : new URLSearchParams(asked), names);
  // Flushes before the browser paints; otherwise a field would briefly show its old value.
  const go = (next: TableState<string>, replace = false) =>
    setSearch(writeTableState(next), { preventScrollReset: true, flushSync: true, replace });
  const apply = (filters: Filters<string>, isTyping = false) => go({ ...state, page: DEFAULT_PAGE, filters }, isTyping);
  const sorting = Object.entries(state.filters).filter(([name]) => SORT_NAMES.has(name));
  return {
    ...state,
    isFiltered: Object.keys(state.filters).length > sorting.length,
    isLoading: navigation.state === "loading",
    toPage: (page, size) => go({ ...state, page, size }),
    filter: (change, isTyping) => apply({ ...state.filters, ...change }, isTyping),
    apply,
    clear: () => apply(Object.fromEntries(sorting) as Filters<Filter>),
  };
}
