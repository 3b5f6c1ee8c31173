import type { Order } from "@chartrelay/contract";
import { useStore } from "react-redux";
import { useLiveList } from "../../core/live/live-list.ts";
import type { TableControl } from "../../core/table/table-state.ts";
import { isWithin } from "../../lib/dates.ts";
import type { OrderFilterName } from "./filters.ts";
import {
  countOrder,
  insertOrder,
  selectOrders,
  setOrders,
  updateOrder,
  type OrderPage,
  type OrderState,
} from "./slice.ts";

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

/** The page's orders, kept up to date. */
export function useLiveOrders(table: TableControl<OrderFilterName>) {
  const store = useStore<OrderState>();
  return useLiveList<Order, OrderFilterName>(table, {
    topic: "order",
    page: () => selectOrders(store.getState()),
    set: setOrders,
    update: (order) => store.dispatch(updateOrder(order)),
    insert: (order) => store.dispatch(insertOrder(order)),
    count: () => store.dispatch(countOrder()),
    belongs,
  });
}
