import type { Page, UserStats } from "@chartrelay/contract";
import type { TableState } from "../../core/table/table-state.ts";
import { loadInto } from "../../core/load-into.ts";
import type { Thunk } from "../../core/thunk.ts";
import { setOrders } from "../orders/index.ts";
import { nameOrder, statsOrder, statsQuery, type StatsName } from "./filters.ts";
import { setStats } from "./slice.ts";

type Wanted = Pick<TableState<StatsName>, "page" | "size"> & Partial<TableState<StatsName>>;

/** Loads a page of the user statistics; `page` is zero-based. A failed load empties the orders too: specification, section 7. */
export function loadStats({ page, size, filters = {} }: Wanted): Thunk {
  const order = nameOrder(statsOrder(filters));
  const query = { page, size, ...statsQuery(filters), ...(order.sort && order) };
  return async (dispatch) => {
    const stats = await dispatch(loadInto<Page<UserStats>>((client) => client.get("/users/stats", query), setStats));
    if (!stats) dispatch(setOrders(undefined));
  };
}
