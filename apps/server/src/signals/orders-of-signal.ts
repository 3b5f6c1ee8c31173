/** What became of the orders of a strategy's signal. */
import type { Status } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import type { AcceptedOrder } from "./signal.ts";

const OF_SIGNAL = `
select id, account_id as "accountId", status from orders
where signal_id = $1 and strategy_id is not null order by seq`;

/** Returns the orders of a strategy's signal, in the order in which they were made. */
export async function ordersOfSignal(db: Queryable, signalId: string): Promise<AcceptedOrder[]> {
  return await db.query<AcceptedOrder>(OF_SIGNAL, [signalId]);
}

/** Returns the status of a signal: new until all its orders have ended. One without orders is done. */
export function statusOfAll(orders: readonly Pick<AcceptedOrder, "status">[]): Status {
  if (orders.some(({ status }) => status === "NEW")) return "NEW";
  return orders.length === 0 || orders.some(({ status }) => status === "CREATED") ? "CREATED" : "REJECTED";
}
