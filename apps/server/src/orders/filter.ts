import type { OrderFilter } from "@chartrelay/contract";
import { and, eq, ilike, or, sql, type SQL } from "drizzle-orm";
import { orders, signals } from "../platform/db/schema.ts";
import { accountNamed } from "../accounts/index.ts";
import { receivedBefore, receivedFrom } from "../platform/lists/dates.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What a filter asks of a user's orders; undefined: nothing. */
export function narrowedBy(userId: string, filter: OrderFilter): SQL | undefined {
  const { status, venue, ticker, account, from, to, search } = filter;
  return and(
    status ? eq(orders.status, status) : undefined,
    venue ? eq(orders.venue, venue) : undefined,
    ticker ? eq(sql`upper(${orders.ticker})`, ticker.toUpperCase()) : undefined,
    account ? eq(orders.accountId, accountNamed(account)) : undefined,
    from ? receivedFrom(orders, userId, from) : undefined,
    to ? receivedBefore(orders, userId, to) : undefined,
    search ? found(search) : undefined,
  );
}

function found(search: string): SQL | undefined {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(
    UUID.test(search) ? eq(orders.id, search) : undefined,
    ilike(orders.ticker, pattern),
    ilike(orders.responseServerJson, pattern),
    // A message may be no text at all, so it is searched as the bytes that it is.
    sql`exists (select from ${signals} where ${signals.id} = ${orders.signalId}
      and position(convert_to(${search}, 'UTF8') in ${signals.body}) > 0)`,
  );
}
