/** The user's orders as the API shows them. */
import type { Order, OrderFilter, OrderListQuery, OtherField, Page } from "@chartrelay/contract";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { accountLabels, type AccountDirectory, showingAccountIds } from "../../accounts/index.ts";
import type { Orm } from "../../platform/db/database.ts";
import { orders, signals } from "../../platform/db/schema.ts";
import { showingStrategyIds, type StrategyDirectory, strategyLabels } from "../../strategies/index.ts";
import { everyRow, listPage, sortOf, type ListParts } from "../../platform/lists/page.ts";
import { CANCEL_TARGETS } from "../cancel-targets.ts";
import { narrowedBy } from "./filter.ts";

export interface OrderListParts extends ListParts {
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
  readonly strategies: Pick<StrategyDirectory, "strategyIdOf">;
}

/** Returns a function that puts the ids that messages use in place of our own. */
export function showingIds({ accounts, strategies }: Pick<OrderListParts, "accounts" | "strategies">) {
  const withAccount = showingAccountIds(accounts);
  const withStrategy = showingStrategyIds(strategies);
  return async <Row extends Pick<Order, "accountId" | "strategy">>(row: Row): Promise<Row> =>
    await withStrategy(await withAccount(row));
}

/** Returns one page of a user's orders that match a filter. */
export async function listOrders(parts: OrderListParts, userId: string, query: OrderListQuery): Promise<Page<Order>> {
  const shown = showingIds(parts);
  return await listPage(parts, orders, userId, query, narrowedBy(userId, query), async (condition, by) => {
    const rows = await readShown(parts.database.orm, condition, by);
    return await Promise.all(rows.map((row) => shown(presentOrder(row))));
  });
}

/** An order with the fields that only the CSV file shows. */
export interface OrderInFile extends Order {
  readonly otherFields: readonly OtherField[];
}

/** Streams a user's orders that match a filter, as fast as the reader takes them. */
export async function* everyOrder(
  parts: OrderListParts,
  userId: string,
  filter: OrderFilter,
): AsyncGenerator<OrderInFile> {
  const { orm } = parts.database;
  const shown = showingIds(parts);
  const narrowed = narrowedBy(userId, filter);
  const rows = everyRow(orm, orders, userId, sortOf(filter), (stretch, by) =>
    readShown(orm, and(stretch, narrowed), by),
  );
  for await (const row of rows) yield await shown({ ...presentOrder(row), otherFields: row.otherFields ?? [] });
}

/** Returns orders of any user by id, to notify their owners of changes. */
export async function listOrdersById(parts: OrderListParts, ids: readonly string[]): Promise<Order[]> {
  const shown = showingIds(parts);
  const rows = await readShown(parts.database.orm, inArray(orders.id, [...ids]), orders.seq);
  return await Promise.all(rows.map((row) => shown(presentOrder(row))));
}

const readShown = (orm: Orm, where: SQL | undefined, by: SQL | typeof orders.seq) =>
  orm
    .select(SHOWN)
    .from(orders)
    .leftJoin(signals, eq(signals.id, orders.signalId))
    .leftJoin(accountLabels, eq(accountLabels.id, orders.accountId))
    .leftJoin(strategyLabels, eq(strategyLabels.id, orders.strategyId))
    .where(where)
    .orderBy(by);

/** The columns needed to show an order: its own, its signal's, its account's and its strategy's. */
export const SHOWN = {
  id: orders.id,
  accountId: orders.accountId,
  accountName: accountLabels.name,
  accountEnding: accountLabels.keyEnding,
  usedOldId: signals.usedOldId,
  otherFields: signals.otherFields,
  problem: sql<Order["problem"]>`${signals.problems} -> 0`,
  isDemo: orders.isDemo,
  venue: orders.venue,
  action: orders.action,
  cancels: sql<Order["cancels"]>`${sql.raw(CANCEL_TARGETS)}`,
  ticker: orders.ticker,
  direction: orders.direction,
  type: orders.type,
  open: orders.open,
  quantity: orders.quantity,
  strategyId: orders.strategyId,
  strategyName: strategyLabels.name,
  isStrategyDeleted: strategyLabels.isDeleted,
  status: orders.status,
  stage: orders.stage,
  reason: orders.reason,
  responseServerJson: orders.responseServerJson,
  execution: {
    state: orders.executionState,
    filledQuantity: orders.filledQuantity,
    averagePrice: orders.averagePrice,
    fees: orders.fees,
    cancelledBy: orders.cancelledBy,
    reason: orders.executionReason,
    changedAt: orders.executionAt,
  },
  receivedAt: orders.receivedAt,
  committedAt: orders.committedAt,
  sentAt: orders.sentAt,
  answeredAt: orders.answeredAt,
  notifiedAt: orders.notifiedAt,
};

type ShownRow = Awaited<ReturnType<typeof readShown>>[number];

/** Turns a row into an order as the API shows it. */
export function presentOrder(row: ShownRow): Order {
  const {
    otherFields: _,
    action,
    venue,
    ticker,
    strategyId,
    strategyName,
    isStrategyDeleted,
    receivedAt,
    committedAt,
    sentAt,
    answeredAt,
    notifiedAt,
    ...order
  } = row;
  return {
    ...order,
    action: action ?? "order",
    problem: order.problem && problemIn(order.problem),
    strategy: strategyName === null ? null : { id: isStrategyDeleted ? null : strategyId, name: strategyName },
    execution: presentExecution(order.execution),
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

/** Returns null if nothing is known of it. */
function presentExecution({ state, ...row }: ShownRow["execution"]) {
  if (state === null) return null;
  const fees = [...(row.fees ?? [])];
  // The sum of two currencies would mean nothing.
  const only = fees.length === 1 ? fees[0] : undefined;
  return {
    ...row,
    state,
    filledQuantity: row.filledQuantity ?? "0",
    fee: only?.amount ?? null,
    feeCurrency: only?.currency ?? null,
    fees,
  };
}

/** Leaves out where in the message it is. */
const problemIn = ({ code, field, detail }: NonNullable<Order["problem"]>): Order["problem"] => ({
  code,
  field,
  ...(detail !== undefined && { detail }),
});
