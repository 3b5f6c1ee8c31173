/** A page of the user's orders. The specification calls the data set here "trades". */
import type { Order } from "@chartrelay/contract";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
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

const order = createSlice({
  name: "order",
  initialState,
  reducers: {
    setOrders: (_, { payload: orders }: PayloadAction<OrderPage | undefined>) => ({ orders }),
    updateOrder: ({ orders }, { payload: order }: PayloadAction<Order>) => replaceRow(orders, order),
    insertOrder: ({ orders }, { payload: order }: PayloadAction<Order>) => insertRow(orders, order),
    /** Counts a new order that the page doesn't show: the list is still one longer. */
    countOrder: ({ orders }) => countRow(orders),
  },
});

export const orderReducer = order.reducer;
export const { setOrders, updateOrder, insertOrder, countOrder } = order.actions;
export const selectOrders = (state: OrderState) => state.order.orders;
