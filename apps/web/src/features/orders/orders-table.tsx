import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link } from "react-router";
import { CsvButton } from "../../core/table/csv-button.tsx";
import { LiveTable } from "../../core/table/live-table.tsx";
import { useTableState } from "../../core/table/table-state.ts";
import { buttonClass } from "../../ui/button.tsx";
import { usePreloaded } from "../../ui/lazy-panel.tsx";
import { ORDER_FILTERS, orderQuery } from "./filters.ts";
import { useLiveOrders } from "./live-orders.ts";
import { useOrderColumns } from "./order-columns.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { selectOrders } from "./slice.ts";

const loadPanel = () => import("./order-panel.tsx");
const OrderPanel = lazy(loadPanel);

/** The user's orders, newest first, updated live. */
export function OrdersTable() {
  const { t } = useTranslation("orders");
  const table = useTableState(ORDER_FILTERS);
  const list = useLiveOrders(table);
  usePreloaded(loadPanel);
  return (
    <LiveTable
      title={t("title")}
      actions={
        <span className="flex w-full gap-2 *:grow tablet:ml-auto tablet:w-auto tablet:*:grow-0">
          <Link to="/orders-test" className={buttonClass("secondary", "px-4 text-14")}>
            {t("test_order")}
          </Link>
          <CsvButton path="/orders/me/csv" query={orderQuery(table.filters)} fileName="orders.csv" />
        </span>
      }
      filters={<OrderFilters {...table} />}
      page={useSelector(selectOrders)}
      table={table}
      list={list}
      columns={useOrderColumns()}
      texts={{
        waiting: (count) => t("new_orders", { count }),
        open: (number) => t("open_order", { number }),
        noneFits: t("none_filtered"),
        noneYet: t("none_yet"),
        toKeys: t("to_keys"),
      }}
      panel={list.opened && <OrderPanel order={list.opened} onClose={list.close} />}
    />
  );
}
