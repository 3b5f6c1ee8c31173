/** A page of the user's orders. The specification calls the data set here "trades". */
import type { Order, OrderDetails } from "@chartrelay/contract";
import { createAction } from "@reduxjs/toolkit";
import { createSliceReducer, on } from "../../core/slice.ts";
import { countRow, insertRow, replaceRow, type LivePage } from "../../core/live/live-page.ts";
import type { OrderFilterName } from "./filters.ts";

export type OrderPage = LivePage<Order, OrderFilterName>;

/** The order that was opened last, in full. */
export interface OpenedOrder {
  readonly id: string;
  /** Undefined when it could not be loaded. */
  readonly details: OrderDetails | undefined;
  /** The user has no such order. */
  readonly isMissing: boolean;
}

export interface OrderState {
  readonly order: {
    /** Undefined until it is loaded, and when loading failed. */
    readonly orders: OrderPage | undefined;
    readonly opened: OpenedOrder | undefined;
  };
}

const initialState: OrderState["order"] = { orders: undefined, opened: undefined };

export const setOrders = createAction<OrderPage | undefined>("order/setOrders");
export const setOpened = createAction<OpenedOrder | undefined>("order/setOpened");
export const updateOrder = createAction<Order>("order/updateOrder");
export const insertOrder = createAction<Order>("order/insertOrder");
/** Counts a new order that the page doesn't show: the list is still one longer. */
export const countOrder = createAction("order/countOrder");

export const orderReducer = createSliceReducer(
  initialState,
  on(setOrders, (state, orders) => ({ ...state, orders })),
  on(setOpened, (state, opened) => ({ ...state, opened })),
  on(updateOrder, ({ orders, ...state }, order) => ({ ...state, orders: orders && replaceRow(orders, order) })),
  on(insertOrder, ({ orders, ...state }, order) => ({ ...state, orders: orders && insertRow(orders, order) })),
  on(countOrder, ({ orders, ...state }) => ({ ...state, orders: orders && countRow(orders) })),
);
export const selectOrders = (state: OrderState) => state.order.orders;
export const selectOpened = (state: OrderState) => state.order.opened;
