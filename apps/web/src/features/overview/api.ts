import type { Order, Overview, Page } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";

/** Loads today at a glance; today began at the reader's own midnight. */
export const fetchOverview =
  (): Thunk<Overview> =>
  (_, __, { client }) =>
    client.get("/users/me/overview", { tz: Intl.DateTimeFormat().resolvedOptions().timeZone });

const LATEST = 5;

/** Loads the newest orders, of whatever day. */
export const fetchLatestOrders =
  (): Thunk<Page<Order>> =>
  (_, __, { client }) =>
    client.get("/orders/me/list", { page: 0, size: LATEST });
