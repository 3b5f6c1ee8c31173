import type { StrategyMember, StrategyState } from "@chartrelay/contract";
import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Orm } from "../platform/db/database.ts";
import { formerStrategies, strategies, strategyMembers } from "../platform/db/schema.ts";
import { sharedTopic, topic } from "../platform/pubsub.ts";
import { type StoredStrategyId, strategyNamed } from "./strategy-ids.ts";
import type { StrategyRow } from "./strategy-row.ts";

/** Carries the own ids of changed strategies; sent in the transaction that changes them. */
export const STRATEGIES_CHANGED = sharedTopic("strategies_changed");
/** A user's strategies have changed; published before the user who changed them gets the response. */
export const USER_STRATEGIES_CHANGED = topic<string>("strategies of a user changed");

/** A strategy's signals or log have something new that no order tells of. Carries the user's id. */
export const STRATEGY_ACTED = topic<string>("a strategy acted");

/** A strategy with the id by which messages name it. */
export type StoredStrategy = StrategyRow & StoredStrategyId;

/** Returns a user's strategies, oldest first. */
export async function listStrategies(orm: Orm, userId: string): Promise<StoredStrategy[]> {
  const rows = await orm
    .select()
    .from(strategies)
    .where(eq(strategies.userId, userId))
    .orderBy(asc(strategies.createdAt), asc(strategies.id));
  const members = await membersOf(
    orm,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, members: members.get(row.id) ?? [] }) as StoredStrategy);
}

/** Returns a user's strategy by an id in a request: see `strategyNamed`. Its row stays locked until the transaction ends. */
export async function lockStrategy(orm: Orm, userId: string, id: string): Promise<StoredStrategy | undefined> {
  const [row] = await orm
    .select()
    .from(strategies)
    .where(and(eq(strategies.id, strategyNamed(id)), eq(strategies.userId, userId)))
    .for("no key update");
  if (!row) return undefined;
  const members = await membersOf(orm, [row.id]);
  return { ...row, members: members.get(row.id) ?? [] } as StoredStrategy;
}

/** Returns the members of strategies, by strategy, in the order in which their user listed them. */
async function membersOf(orm: Orm, ids: readonly string[]): Promise<Map<string, StrategyMember[]>> {
  if (ids.length === 0) return new Map();
  const { strategyId, accountId, sizing, isOn, place } = getTableColumns(strategyMembers);
  const rows = await orm
    .select({ strategyId, accountId, sizing, isOn })
    .from(strategyMembers)
    .where(inArray(strategyId, [...ids]))
    .orderBy(asc(place));
  const members = new Map<string, StrategyMember[]>();
  for (const { strategyId: id, ...member } of rows) members.set(id, [...(members.get(id) ?? []), member]);
  return members;
}

/** Stores a new strategy, under the id that was made for it. Call within a transaction. */
export async function addStrategy(orm: Orm, { members, ...row }: StrategyRow, id: StoredStrategyId): Promise<void> {
  await orm.insert(strategies).values({ ...row, ...id });
  await putMembers(orm, row.id, members);
}

/** Stores a changed strategy, except its state: see `setState`. Call within a transaction. */
export async function changeStrategy(orm: Orm, row: StrategyRow): Promise<void> {
  const { id, members, name, mode, onGap, start, onProtectionRefused, limits, roll, clientCertificate } = row;
  await orm
    .update(strategies)
    .set({ name, mode, onGap, start, onProtectionRefused, limits, roll, clientCertificate })
    .where(eq(strategies.id, id));
  await orm.delete(strategyMembers).where(eq(strategyMembers.strategyId, id));
  await putMembers(orm, id, members);
}

async function putMembers(orm: Orm, strategyId: string, members: readonly StrategyMember[]): Promise<void> {
  if (members.length === 0) return;
  await orm.insert(strategyMembers).values(members.map((member, place) => ({ strategyId, place, ...member })));
}

/** Deletes a strategy and keeps what it was called, for its orders. Call within a transaction. */
export async function deleteStrategy(orm: Orm, { id, userId, name }: StrategyRow, deletedAt: Date): Promise<void> {
  await orm.insert(formerStrategies).values({ id, userId, name, deletedAt });
  await orm.delete(strategies).where(eq(strategies.id, id));
}

/** Removes all of a user's strategies, and what deleted ones were called. Call within a transaction. */
export async function deleteStrategiesOf(orm: Orm, userId: string): Promise<void> {
  const removed = await orm.delete(strategies).where(eq(strategies.userId, userId)).returning({ id: strategies.id });
  for (const { id } of removed) await notifyStrategyChanged(orm, id);
  await orm.delete(formerStrategies).where(eq(formerStrategies.userId, userId));
}

/** Stores a strategy's state. Call within a transaction that holds its row: see `lockStrategy`. */
export async function setState(orm: Orm, id: string, state: StrategyState): Promise<void> {
  await orm.update(strategies).set({ state }).where(eq(strategies.id, id));
}

/**
 * Lets a strategy's chains begin anew with the next signal that is traded: what came meanwhile wasn't, so the accounts
 * join TradingView's position. The lock keeps its posts out. A chain with held orders stays: they came before the pause,
 * which then was shorter than their hold. Call within a transaction.
 */
export async function restartChains(orm: Orm, id: string): Promise<void> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`);
  await orm.execute(sql`
    update position_chains set state = 'null'::jsonb, revision = revision + 1, hold_ends_at = null
    where source_id = ${id} and not exists (select from orders where strategy_id = ${id} and stage = 'held')`);
}

/** Notifies all nodes of a changed strategy once the caller's transaction commits, and never if it doesn't. */
export async function notifyStrategyChanged(orm: Orm, id: string): Promise<void> {
  await orm.execute(sql`select pg_notify(${STRATEGIES_CHANGED.name}, ${id})`);
}
