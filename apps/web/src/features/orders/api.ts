import type { CancelledOrder, Order, OrderDetails, Page, TestOrder, TestOrderPayload } from "@chartrelay/contract";
import type { TableState } from "../../core/table/table-state.ts";
import { loadInto } from "../../core/load-into.ts";
import type { Thunk } from "../../core/thunk.ts";
import type { Client } from "../../lib/client.ts";
import { codeOf } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { filterQuery } from "../../core/table/filter-query.ts";
import type { OrderFilterName } from "./filters.ts";
import { selectOrders, setOpened, setOrders, type OrderState } from "./slice.ts";

type Wanted = Pick<TableState<OrderFilterName>, "page" | "size"> & Partial<TableState<OrderFilterName>>;

const readOrders = (client: Client, { page, size, filters = {} }: Wanted) =>
  client.get<Page<Order>>("/orders/me/list", { page, size, ...filterQuery(filters) });

/** Loads a page of the user's orders; `page` is zero-based. */
export const loadOrders = (wanted: Wanted) =>
  loadInto(async (client) => ({ ...(await readOrders(client, wanted)), filters: wanted.filters ?? {} }), setOrders);

/** Returns the orders on another page of the list. @throws what the API answered, when it refuses. */
export const fetchOrders =
  (wanted: Wanted): Thunk<readonly Order[]> =>
  async (_, __, { client }) =>
    (await readOrders(client, wanted)).content;

/** What the API answers for an id that isn't one of the user's orders, or no id at all. */
const MISSING: ReadonlySet<string | undefined> = new Set(["not_found", "validation_failed"]);

/** Loads the open order in full. */
export const loadOpened = (id: string) =>
  loadInto(async (client) => {
    const path = `/orders/me/${encodeURIComponent(id)}`;
    try {
      return { id, details: await client.get<OrderDetails>(path), isMissing: false };
    } catch (error) {
      log.warn("an order could not be loaded", error);
      return { id, details: undefined, isMissing: MISSING.has(codeOf(error)) };
    }
  }, setOpened);

/** Opens an order: waits for it only if the list can't show it meanwhile. */
export const openOrder =
  (id: string): Thunk<unknown> =>
  async (dispatch, getState) => {
    const loading = dispatch(loadOpened(id));
    const isListed = selectOrders(getState() as OrderState)?.content.some((order) => order.id === id);
    if (!isListed) await loading;
  };

/** Loads one order in full. @throws what the API answered, when it refuses. */
export const fetchOrder =
  (id: string): Thunk<OrderDetails> =>
  (_, __, { client }) =>
    client.get(`/orders/me/${encodeURIComponent(id)}`);

/** Asks the venue to cancel a working order. @throws what the API answered, when it refuses. */
export const cancelOrder =
  (id: string): Thunk<CancelledOrder> =>
  (_, __, { client }) =>
    client.post(`/orders/${encodeURIComponent(id)}/cancel`);

/** Sends a test order through the whole path. @throws what the API answered, when it refuses. */
export const placeTestOrder =
  (payload: TestOrderPayload): Thunk<TestOrder> =>
  (_, __, { client }) =>
    client.post("/orders/test", payload);
