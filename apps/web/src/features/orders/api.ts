import type { Order, OrderDetails, Page, TestOrder, TestOrderPayload } from "@chartrelay/contract";
import type { TableState } from "../../core/table/table-state.ts";
import { loadInto } from "../../core/load-into.ts";
import type { Thunk } from "../../core/thunk.ts";
import { filterQuery } from "../../core/table/filter-query.ts";
import type { OrderFilterName } from "./filters.ts";
import { setOrders } from "./slice.ts";

type Wanted = Pick<TableState<OrderFilterName>, "page" | "size"> & Partial<TableState<OrderFilterName>>;

/** Loads a page of the user's orders; `page` is zero-based. */
export const loadOrders = ({ page, size, filters = {} }: Wanted) =>
  loadInto(async (client) => {
    const read = await client.get<Page<Order>>("/orders/me/list", { page, size, ...filterQuery(filters) });
    return { ...read, filters };
  }, setOrders);

/** Loads one order in full. @throws what the API answered, when it refuses. */
export const fetchOrder =
  (id: string): Thunk<OrderDetails> =>
  (_, __, { client }) =>
    client.get(`/orders/me/${encodeURIComponent(id)}`);

/** Sends a test order through the whole path. @throws what the API answered, when it refuses. */
export const placeTestOrder =
  (payload: TestOrderPayload): Thunk<TestOrder> =>
  (_, __, { client }) =>
    client.post("/orders/test", payload);
