/** Stops in the storage. A stop is in force from the commit that stores it until its user lifts it. */
import type { StopLevel } from "@chartrelay/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { lockAccountsOf } from "../accounts/index.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Orm, Queryable } from "../platform/db/database.ts";
import { stops, strategies } from "../platform/db/schema.ts";
import { sharedTopic } from "../platform/pubsub.ts";
import { restartChains } from "../strategies/index.ts";
import type { ListedStop, StopProgress, StopRow, StopState, Subject, WaitingConversation } from "./stop-row.ts";

/** Carries the ids of stops that were pulled or lifted: the leader works on them. */
export const STOPS_CHANGED = sharedTopic("stops_changed");

const NOW = sql.raw(DATABASE_NOW_US);
const LEVELS: readonly StopLevel[] = ["stop", "cancel", "flatten"];
const NOTHING_DONE: StopProgress = { accounts: [], cancels: [], byHand: {}, open: [], stateBefore: null };

/**
 * Stores a pull. If the subject is stopped already, its stop gets the higher of the two levels, and is proven anew;
 * while it is being worked on at that level, only the conversation is added. Call within a transaction.
 */
export async function pullStop(
  tx: Orm,
  subject: Subject,
  level: StopLevel,
  conversation?: WaitingConversation,
): Promise<{ readonly stop: StopRow; readonly isNew: boolean }> {
  // Of two pulls at the same moment, the second finds the first.
  await lockAccountsOf(tx, subject.userId);
  const before = await findInForce(tx, subject);
  const asked = conversation ? [conversation] : [];
  if (!before) {
    const stateBefore = subject.scope === "strategy" ? await stopStrategy(tx, subject) : null;
    const progress = { ...NOTHING_DONE, conversations: asked, stateBefore };
    const row = { ...subject, id: uuidv7(), level, state: "working" as const, requestedAt: NOW, progress };
    const [stop] = await tx.insert(stops).values(row).returning();
    return { stop: stop as StopRow, isNew: true };
  }
  const highest = LEVELS.indexOf(level) > LEVELS.indexOf(before.level) ? level : before.level;
  if (before.state === "working" && before.level === highest) {
    if (conversation) await addConversation(tx, before, conversation);
    return { stop: before, isNew: false };
  }
  const [stop] = await tx
    .update(stops)
    .set({
      level: highest,
      state: "working",
      requestedAt: NOW,
      provenAt: null,
      progress: { ...before.progress, byHand: {}, conversations: asked },
    })
    .where(eq(stops.id, before.id))
    .returning();
  return { stop: stop as StopRow, isNew: true };
}

/** The leader may be storing other progress at the same moment. */
async function addConversation(tx: Orm, { id }: StopRow, conversation: WaitingConversation): Promise<void> {
  const known = sql`coalesce(${stops.progress} -> 'conversations', '[]')`;
  await tx
    .update(stops)
    .set({
      progress: sql`${stops.progress} || jsonb_build_object('conversations', ${known} || ${JSON.stringify([conversation])}::jsonb)`,
    })
    .where(eq(stops.id, id));
}

async function findInForce(tx: Orm, { userId, scope, subjectId }: Subject): Promise<StopRow | undefined> {
  const isSubject = subjectId === null ? isNull(stops.subjectId) : eq(stops.subjectId, subjectId);
  const [row] = await tx
    .select()
    .from(stops)
    .where(and(eq(stops.userId, userId), eq(stops.scope, scope), isSubject, isNull(stops.liftedAt)));
  return row as StopRow | undefined;
}

/** Returns the stop of a strategy or account that is in force, or of everything. */
export const findStop = findInForce;

/** Stops a strategy, and returns its state before. */
async function stopStrategy(tx: Orm, { subjectId }: Subject): Promise<StopProgress["stateBefore"]> {
  const isIt = eq(strategies.id, subjectId ?? "");
  const [before] = await tx.select({ state: strategies.state }).from(strategies).where(isIt).for("update");
  await tx.update(strategies).set({ state: "stopped" }).where(isIt);
  return before?.state === "paused" ? "paused" : "on";
}

/**
 * Lifts a stop of a user; the strategies that it covered as a whole join TradingView's positions anew. Returns undefined if there is none that is
 * in force. Call within a transaction.
 */
export async function liftStop(tx: Orm, userId: string, id: string): Promise<StopRow | undefined> {
  await lockAccountsOf(tx, userId);
  const [row] = await tx
    .update(stops)
    .set({ liftedAt: NOW })
    .where(and(eq(stops.id, id), eq(stops.userId, userId), isNull(stops.liftedAt)))
    .returning();
  const stop = row as StopRow | undefined;
  if (!stop || stop.scope === "account") return stop;
  const isCovered = stop.scope === "strategy" ? eq(strategies.id, stop.subjectId ?? "") : eq(strategies.userId, userId);
  const covered = await tx.select({ id: strategies.id }).from(strategies).where(isCovered).orderBy(strategies.id);
  for (const { id: strategyId } of covered) await restartChains(tx, strategyId);
  if (stop.scope === "strategy")
    await tx
      .update(strategies)
      .set({ state: stop.progress.stateBefore ?? "on" })
      .where(and(isCovered, eq(strategies.state, "stopped")));
  return stop;
}

const COLUMNS = `stops.id, stops.user_id as "userId", scope, subject_id as "subjectId", level, stops.state,
  requested_at as "requestedAt", proven_at as "provenAt", lifted_at as "liftedAt", progress`;

/** A stop that something is left to do for, and how long ago it was pulled. */
export interface UnfinishedStop extends StopRow {
  readonly ageMs: number;
}

const UNFINISHED = `
select ${COLUMNS}, greatest(0, ${DATABASE_NOW_US} - requested_at)::float8 / 1000 as "ageMs"
from stops where lifted_at is null and state <> 'proven'`;

/** Returns the ids of the stops in force that aren't proven. */
export async function listUnfinished(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>("select id from stops where lifted_at is null and state <> 'proven'");
  return rows.map(({ id }) => id);
}

/** Returns a stop, unless it is proven or lifted. */
export async function findUnfinished(db: Queryable, id: string): Promise<UnfinishedStop | undefined> {
  const [row] = await db.query<UnfinishedStop>(`${UNFINISHED} and id = $1`, [id]);
  return row;
}

const SAVE = `
update stops set progress = progress || $3::jsonb, state = $4::text,
  proven_at = case when $4::text = 'proven' then ${DATABASE_NOW_US} end
where id = $1 and requested_at = $2 and lifted_at is null
returning ${COLUMNS}`;

/** Stores what was done. Returns undefined if the stop was lifted or pulled again meanwhile. */
export async function saveStop(
  db: Queryable,
  { id, requestedAt }: Pick<StopRow, "id" | "requestedAt">,
  progress: Partial<Omit<StopProgress, "byHand">>,
  state: StopState,
): Promise<StopRow | undefined> {
  const [row] = await db.query<StopRow>(SAVE, [id, requestedAt, JSON.stringify(progress), state]);
  return row;
}

const KEEP_BY_HAND = `
update stops set progress = progress || jsonb_build_object('byHand', $3::jsonb || (progress -> 'byHand'))
where id = $1 and requested_at = $2 and lifted_at is null
returning progress -> 'byHand' as "byHand"`;

/**
 * Stores what is held by hand, except for positions of which that is stored already. Returns all that is stored.
 * Rejects if the stop was lifted or pulled again meanwhile.
 */
export async function keepByHand(
  db: Queryable,
  { id, requestedAt, progress }: StopRow,
  byHand: StopProgress["byHand"],
): Promise<StopProgress["byHand"]> {
  if (Object.keys(byHand).every((name) => name in progress.byHand)) return progress.byHand;
  const [row] = await db.query<Pick<StopProgress, "byHand">>(KEEP_BY_HAND, [id, requestedAt, JSON.stringify(byHand)]);
  if (!row) throw new Error("the stop was lifted or pulled again");
  return row.byHand;
}

/** Ended ones are shown for a while. */
const SHOWN_LIFTED = 50;
const LIST = `
select ${COLUMNS}, coalesce(strategies.name, former_strategies.name, accounts.name, former_accounts.name) as "subjectName",
  (select count(*)::int from orders where orders.id in (
     select cancelled::uuid from jsonb_array_elements_text(progress -> 'cancels') cancelled)
   and execution_state = 'cancelled') as "cancelledOrders",
  (select count(distinct (account_id, ticker, coalesce(strategy_id, ''), coalesce(extras ->> 'positionSide', '')))::int from orders
   where stop_id = stops.id and filled_quantity::numeric > 0
     and not exists (select from position_closes where position_closes.order_id = orders.id)
     and account_id in (select jsonb_array_elements_text(progress -> 'accounts'))) as "closedPositions"
from stops
  left join strategies on strategies.id = subject_id left join former_strategies on former_strategies.id = subject_id
  left join accounts on accounts.id = subject_id left join former_accounts on former_accounts.id = subject_id
where stops.user_id = $1 and ($2::uuid is null or stops.id = $2)
order by lifted_at is null desc, requested_at desc limit ${SHOWN_LIFTED}`;

/** Returns a user's stops, those in force first, newest first; or the one with an id. */
export async function listStops(db: Queryable, userId: string, id: string | null = null): Promise<ListedStop[]> {
  return await db.query<ListedStop>(LIST, [userId, id]);
}
