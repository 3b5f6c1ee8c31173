/** The user's orders, newest first, as the API shows them. */
import type { Order, OrderFilter, OrderListQuery, OtherField, Page } from "@chartrelay/contract";
import { and, desc, eq, inArray } from "drizzle-orm";
import { orders, signals } from "../platform/db/schema.ts";
import { everyRow, listPage, type ListParts } from "../platform/lists/page.ts";
import { showingAccountIds, type AccountDirectory } from "../accounts/index.ts";
import { narrowedBy } from "./filter.ts";
import { presentOrder, SHOWN } from "./present.ts";

export interface OrderListParts extends ListParts {
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
}

/** One page of a user's orders under a filter. */
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

/** An order with what only a file of them has room for. */
export interface OrderInFile extends Order {
  readonly otherFields: readonly OtherField[];
}

/** A user's orders under a filter, newest first, read as fast as they are taken. */
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

/** Orders by their ids, whoever's they are: for telling their owners of a change. */
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
