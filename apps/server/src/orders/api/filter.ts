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
    // A message may not be valid text, so it is searched as bytes. All of the user's at once: looking up each order's
    // message takes several times as long.
    sql`${orders.signalId} in (select ${signals.id} from ${signals} where ${signals.userId} = ${userId}
      and position(convert_to(${search}, 'UTF8') in ${signals.body}) > 0)`,
  );
}
