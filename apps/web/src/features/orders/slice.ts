/** A page of the user's orders. The specification calls the data set here "trades". */
import type { Order } from "@chartrelay/contract";
import { createAction } from "@reduxjs/toolkit";
import { createSliceReducer, on } from "../../core/slice.ts";
import { countRow, insertRow, replaceRow, type LivePage } from "../../core/live/live-page.ts";
import type { OrderFilterName } from "./filters.ts";

export type OrderPage = LivePage<Order, OrderFilterName>;

export interface OrderState {
  readonly order: {
    /** Undefined until it is loaded, and when loading failed. */
    readonly orders: OrderPage | undefined;
  };
}

const initialState: OrderState["order"] = { orders: undefined };

export const setOrders = createAction<OrderPage | undefined>("order/setOrders");
export const updateOrder = createAction<Order>("order/updateOrder");
export const insertOrder = createAction<Order>("order/insertOrder");
/** Counts a new order that the page doesn't show: the list is still one longer. */
export const countOrder = createAction("order/countOrder");

export const orderReducer = createSliceReducer(
  initialState,
  on(setOrders, (_, orders) => ({ orders })),
  on(updateOrder, ({ orders }, order) => ({ orders: orders && replaceRow(orders, order) })),
  on(insertOrder, ({ orders }, order) => ({ orders: orders && insertRow(orders, order) })),
  on(countOrder, ({ orders }) => ({ orders: orders && countRow(orders) })),
);
export const selectOrders = (state: OrderState) => state.order.orders;
