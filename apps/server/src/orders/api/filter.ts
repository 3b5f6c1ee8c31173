/** The filters of the order list in SQL. They read the user's own orders by one index; see docs/decisions/order-list.md. */
import { reasonsIn, type OrderFilter } from "@chartrelay/contract";
import { and, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import { accountNamed } from "../../accounts/index.ts";
import { strategyNamed } from "../../strategies/index.ts";
import { orders, signals } from "../../platform/db/schema.ts";
import { receivedBefore, receivedFrom } from "../../platform/lists/dates.ts";
import { patternOf } from "../../platform/lists/search.ts";

/** Returns the filter's condition; undefined if the filter is empty. */
export function narrowedBy(userId: string, filter: OrderFilter): SQL | undefined {
  const { status, venue, ticker, account, strategy, side, environment, from, to, search } = filter;
  const reasons = reasonsIn(filter.reason);
  return and(
    status ? eq(orders.status, status) : undefined,
    venue ? eq(orders.venue, venue) : undefined,
    ticker ? eq(sql`upper(${orders.ticker})`, ticker.toUpperCase()) : undefined,
    account ? eq(orders.accountId, accountNamed(account)) : undefined,
    strategy ? eq(orders.strategyId, strategyNamed(strategy)) : undefined,
    side ? eq(orders.direction, side) : undefined,
    environment ? eq(orders.isDemo, environment === "demo") : undefined,
    reasons.length > 0 ? inArray(orders.reason, reasons) : undefined,
    from ? receivedFrom(orders, userId, from) : undefined,
    to ? receivedBefore(orders, userId, to) : undefined,
    search ? found(userId, search) : undefined,
  );
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function found(userId: string, search: string): SQL | undefined {
  const pattern = patternOf(search);
  return or(
    UUID.test(search) ? eq(orders.id, search) : undefined,
    ilike(orders.ticker, pattern),
    ilike(orders.responseServerJson, pattern),
    // A message may not be valid text, so it is searched as bytes. With `exists`, the planner may look through all of the
    // user's messages once, which is fastest, or look up each order's, when it expects more matches than fit in memory.
    // With `in`, it then went through all matches for each order.
    sql`exists (select from ${signals} where ${signals.id} = ${orders.signalId} and ${signals.userId} = ${userId}
      and position(convert_to(${search}, 'UTF8') in ${signals.body}) > 0)`,
  );
}
