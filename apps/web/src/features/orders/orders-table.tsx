import type { Order } from "@chartrelay/contract";
import { useCallback, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSelector, useStore } from "react-redux";
import { Link, useOutlet } from "react-router";
import { useLiveList } from "../../core/live/live-list.ts";
import { CsvButton } from "../../core/table/csv-button.tsx";
import { filterQuery } from "../../core/table/filter-query.ts";
import { LiveTable } from "../../core/table/live-table.tsx";
import { useTableState, type TableControl } from "../../core/table/table-state.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Backdrop, usePreloaded } from "../../ui/lazy-panel.tsx";
import { late } from "../../ui/late.ts";
import { orderBelongs, ORDER_FILTERS, type OrderFilterName } from "./filters.ts";
import { useOpenOrder } from "./open-order.ts";
import { useOrderColumns } from "./order-columns.tsx";
import { useCompactOrder } from "./order-compact.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { countOrder, insertOrder, selectOrders, setOrders, updateOrder, type OrderState } from "./slice.ts";

const loadPanel = () => import("./order-panel.tsx");
/** The order that the address names, over the list. */
export const OpenOrder = late(loadPanel);

interface OrdersTableProps {
  /** Why they could not be loaded, if known. */
  readonly failure?: unknown;
  /** Shown while there are none at all. */
  readonly nothingYet: ReactNode;
}

/** The user's orders, updated live. */
export function OrdersTable({ failure, nothingYet }: OrdersTableProps) {
  const { t, i18n } = useTranslation("orders");
  const table = useTableState(ORDER_FILTERS);
  const { isOpen, isOpening, open } = useOpenOrder();
  const panel = useOutlet();
  const list = useLiveOrders(table, isOpen);
  usePreloaded(useCallback(() => Promise.all([loadPanel(), i18n.loadNamespaces("order")]), [i18n]));
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
      renderFilters={(showKeys) => <OrderFilters table={table} onKeys={showKeys} />}
      page={useSelector(selectOrders)}
      failure={failure}
      table={table}
      list={{ ...list, open }}
      columns={useOrderColumns()}
      compact={useCompactOrder()}
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
    belongs: orderBelongs,
    isOpen,
  });
}
