import type { Order, Page, PageQuery } from "@chartrelay/contract";
import { loadInto } from "../../core/thunk.ts";
import { setOrders } from "./slice.ts";

/** Loads a page of the user's orders; `page` is zero-based. */
export const loadOrders = ({ page, size }: PageQuery) =>
  loadInto<Page<Order>>((client) => client.get("/orders/me/list", { page, size }), setOrders);
