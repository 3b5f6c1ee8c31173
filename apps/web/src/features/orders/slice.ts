/** A page of the user's orders. The specification calls what is set here trades. */
import type { Order, Page } from "@chartrelay/contract";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface OrderState {
  readonly order: {
    /** Undefined until it is loaded, and when the load failed. */
    readonly orders: Page<Order> | undefined;
  };
}

const initialState: OrderState["order"] = { orders: undefined };

const order = createSlice({
  name: "order",
  initialState,
  reducers: {
    setOrders: (_, { payload: orders }: PayloadAction<Page<Order> | undefined>) => ({ orders }),
  },
});

export const orderReducer = order.reducer;
export const { setOrders } = order.actions;
export const selectOrders = (state: OrderState) => state.order.orders;
