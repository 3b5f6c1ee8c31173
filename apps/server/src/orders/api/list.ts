/** The user's orders, newest first, as the API shows them. */
import type { Order, OrderFilter, OrderListQuery, OtherField, Page } from "@chartrelay/contract";
import { and, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import { type AccountDirectory, accountNamed, showingAccountIds } from "../../accounts/index.ts";
import { orders, signals } from "../../platform/db/schema.ts";
import { receivedBefore, receivedFrom } from "../../platform/lists/dates.ts";
import { everyRow, listPage, type ListParts } from "../../platform/lists/page.ts";

export interface OrderListParts extends ListParts {
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
}

/** Returns one page of a user's orders that match a filter. */
export async function listOrders(parts: OrderListParts, userId: string, query: OrderListQuery): Promise<Page<Order>> {
  const { orm } = parts.database;
  const shown = showingAccountIds(parts.accounts);
  return await listPage(parts, orders, userId, query, narrowedBy(userId, query), async (condition) => {
    const rows = await orm
      .select(SHOWN)
      .from(orders)
      .leftJoin(signals, eq(signals.id, orders.signalId))
      .where(condition)
      .orderBy(desc(orders.seq));
    return await Promise.all(rows.map((row) => shown(presentOrder(row))));
  });
}

/** An order with the fields that only the CSV file shows. */
export interface OrderInFile extends Order {
  readonly otherFields: readonly OtherField[];
}

/** Streams a user's orders that match a filter, newest first, as fast as the reader takes them. */
export async function* everyOrder(
  { database: { orm }, accounts }: OrderListParts,
  userId: string,
  filter: OrderFilter,
): AsyncGenerator<OrderInFile> {
  const shown = showingAccountIds(accounts);
  const narrowed = narrowedBy(userId, filter);
  const rows = everyRow(orm, orders, userId, (stretch) =>
    orm
      .select({ ...SHOWN, otherFields: signals.otherFields })
      .from(orders)
      .leftJoin(signals, eq(signals.id, orders.signalId))
      .where(and(stretch, narrowed))
      .orderBy(desc(orders.seq)),
  );
  for await (const { otherFields, ...row } of rows) {
    yield await shown({ ...presentOrder(row), otherFields: otherFields ?? [] });
  }
}

/** Returns orders of any user by id, to notify their owners of changes. */
export async function listOrdersById(
  { database: { orm }, accounts }: OrderListParts,
  ids: readonly string[],
): Promise<Order[]> {
  const shown = showingAccountIds(accounts);
  const rows = await orm
    .select(SHOWN)
    .from(orders)
    .leftJoin(signals, eq(signals.id, orders.signalId))
    .where(inArray(orders.id, [...ids]));
  return await Promise.all(rows.map((row) => shown(presentOrder(row))));
}

/** The columns needed to show an order: its own and its signal's. */
export const SHOWN = {
  id: orders.id,
  accountId: orders.accountId,
  usedOldId: signals.usedOldId,
  isDemo: orders.isDemo,
  venue: orders.venue,
  ticker: orders.ticker,
  direction: orders.direction,
  type: orders.type,
  open: orders.open,
  quantity: orders.quantity,
  status: orders.status,
  stage: orders.stage,
  reason: orders.reason,
  responseServerJson: orders.responseServerJson,
  receivedAt: orders.receivedAt,
  committedAt: orders.committedAt,
  sentAt: orders.sentAt,
  answeredAt: orders.answeredAt,
  notifiedAt: orders.notifiedAt,
};

export type ShownRow = { [Column in keyof typeof SHOWN]: (typeof SHOWN)[Column]["_"]["data"] | null } & {
  id: string;
  receivedAt: number;
};

export function presentOrder(row: ShownRow): Order {
  const { venue, ticker, receivedAt, committedAt, sentAt, answeredAt, notifiedAt, ...order } = row;
  return {
    ...order,
    createdDate: new Date(receivedAt / 1_000).toISOString(),
    instrument: { exchange: venue, ticker },
    timeline: {
      received: receivedAt,
      committed: committedAt,
      sent: sentAt,
      answered: answeredAt,
      notified: notifiedAt,
    },
  } as Order;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the filter's SQL condition; undefined if the filter is empty. */
function narrowedBy(userId: string, filter: OrderFilter): SQL | undefined {
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
    // A message may not be valid text, so it is searched as bytes.
    sql`exists (select from ${signals} where ${signals.id} = ${orders.signalId}
      and position(convert_to(${search}, 'UTF8') in ${signals.body}) > 0)`,
  );
}
