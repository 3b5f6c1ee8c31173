import { STATUSES, VENUES, type Order, type Status, type VenueName } from "@chartrelay/contract";
import { X } from "lucide-react";
import { lazy, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSelector, useStore } from "react-redux";
import { Link, useOutlet } from "react-router";
import { useLiveList } from "../../core/live/live-list.ts";
import { CsvButton } from "../../core/table/csv-button.tsx";
import { filterQuery } from "../../core/table/filter-query.ts";
import {
  ChoiceFilter,
  ClearFilters,
  DayFilter,
  FILTER_BAR,
  FILTER_ROW,
  SearchFilter,
} from "../../core/table/filters.tsx";
import { LiveTable } from "../../core/table/live-table.tsx";
import { useTableState, type TableControl } from "../../core/table/table-state.ts";
import { isWithin } from "../../lib/dates.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Backdrop, usePreloaded } from "../../ui/lazy-panel.tsx";
import { ORDER_FILTERS, type OrderFilterName } from "./filters.ts";
import { useOpenOrder } from "./open-order.ts";
import { useOrderColumns } from "./order-columns.tsx";
import {
  countOrder,
  insertOrder,
  selectOrders,
  setOrders,
  updateOrder,
  type OrderPage,
  type OrderState,
} from "./slice.ts";

const loadPanel = () => import("./order-panel.tsx");
/** The order that the address names, over the list. */
export const OpenOrder = lazy(loadPanel);

/** The user's orders, newest first, updated live. `nothingYet` is shown while there are none at all. */
export function OrdersTable({ nothingYet }: { readonly nothingYet: ReactNode }) {
  const { t } = useTranslation("orders");
  const table = useTableState(ORDER_FILTERS);
  const { isOpen, isOpening, open } = useOpenOrder();
  const panel = useOutlet();
  const list = useLiveOrders(table, isOpen);
  usePreloaded(loadPanel);
  return (
    <LiveTable
      title={t("title")}
      actions={
        <span className="flex w-full gap-2 *:grow tablet:ml-auto tablet:w-auto tablet:*:grow-0">
          <Link to="/orders-test" className={buttonClass("secondary", "px-4 text-14")}>
            {t("test_order")}
          </Link>
          <CsvButton path="/orders/me/csv" query={filterQuery(table.filters)} fileName="orders.csv" />
        </span>
      }
      filters={<OrderFilters {...table} />}
      page={useSelector(selectOrders)}
      table={table}
      list={{ ...list, open }}
      columns={useOrderColumns()}
      texts={{
        waiting: (count) => t("new_orders", { count }),
        open: (number) => t("open_order", { number }),
        noneFits: t("none_filtered"),
      }}
      nothingYet={nothingYet}
      panel={panel ?? (isOpening && <Backdrop />)}
    />
  );
}

/** The page's orders, kept up to date. */
function useLiveOrders(table: TableControl<OrderFilterName>, isOpen: boolean) {
  const store = useStore<OrderState>();
  return useLiveList<Order, OrderFilterName>(table, {
    topic: "order",
    page: () => selectOrders(store.getState()),
    set: setOrders,
    update: (order) => store.dispatch(updateOrder(order)),
    insert: (order) => store.dispatch(insertOrder(order)),
    count: () => store.dispatch(countOrder()),
    belongs,
    isOpen,
  });
}

/** Returns whether an order belongs to what is shown, as far as a page can tell: only the API can search. */
function belongs({ status, instrument, createdDate }: Order, filters: OrderPage["filters"]): boolean {
  const { status: wanted, venue, ticker, search, from, to } = filters;
  if (search) return false;
  return (
    isWithin(createdDate, from, to) &&
    (!wanted || wanted === status) &&
    (!venue || venue === instrument?.exchange) &&
    (!ticker || ticker.toUpperCase() === instrument?.ticker?.toUpperCase())
  );
}

function OrderFilters({ filters, isFiltered, filter, clear }: TableControl<OrderFilterName>) {
  const { t } = useTranslation(["orders", "trading"]);
  const named = (names: readonly (Status | VenueName)[]) =>
    names.map((value) => ({ value, label: t(value, { ns: "trading" }) }));
  return (
    <div role="search" aria-label={t("filters")} className={FILTER_BAR}>
      <SearchFilter label={t("search")} value={filters.search} onChange={(search) => filter({ search }, true)} />
      <div className={FILTER_ROW}>
        <ChoiceFilter
          label={t("any_status")}
          value={filters.status}
          options={named(STATUSES)}
          onChange={(status) => filter({ status })}
        />
        <ChoiceFilter
          label={t("any_venue")}
          value={filters.venue}
          options={named(VENUES)}
          onChange={(venue) => filter({ venue })}
        />
      </div>
      <div className={FILTER_ROW}>
        <DayFilter label={t("from")} value={filters.from} onChange={(from) => filter({ from })} />
        <DayFilter label={t("to")} value={filters.to} onChange={(to) => filter({ to })} />
      </div>
      {isFiltered && (
        <div className={FILTER_ROW}>
          {filters.ticker && (
            <Button look="secondary" className="min-w-0 px-3 text-14" onClick={() => filter({ ticker: "" })}>
              <span className="truncate">{filters.ticker}</span>
              <X aria-hidden className="size-4 shrink-0" />
            </Button>
          )}
          <ClearFilters label={t("clear_filters")} onClear={clear} />
        </div>
      )}
    </div>
  );
}
