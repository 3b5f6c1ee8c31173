/** The kill switch as its user works it: on pages, by the API and in chats. */
import type { Stop, StopLevel, StopPayload } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import { ACCOUNTS_CHANGED, findAccount, USER_ACCOUNTS_CHANGED } from "../accounts/index.ts";
import { recordAudit } from "../identity/audit/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Orm } from "../platform/db/database.ts";
import { strategyLog } from "../platform/db/schema.ts";
import type { Origin } from "../platform/http/origin.ts";
import { Problem } from "../platform/http/problem.ts";
import { type Bus, topic } from "../platform/pubsub.ts";
import { notifyStrategyChanged, type StrategyDirectory, USER_STRATEGIES_CHANGED } from "../strategies/index.ts";
import { createPresentStop, type PresentStopParts } from "./present.ts";
import type { StopRow, Subject, WaitingConversation } from "./stop-row.ts";
import { findStop, liftStop, listStops, pullStop, STOPS_CHANGED } from "./store.ts";

/** A user's stops have changed; carries the user's id. */
export const STOP_CHANGED = topic<string>("stop changed");

/** Who works the switch, and where the request came from. */
export interface By {
  readonly by: "page" | "telegram";
  readonly origin?: Origin;
  /** The conversation in a chat that waits for the proof. */
  readonly conversation?: WaitingConversation;
}

export interface Stops {
  /**
   * Pulls the kill switch. Once it returns, no order of the subject is sent that wasn't on its way. `subjectId` is the
   * strategy's or account's own id. @throws storage errors.
   */
  pull(subject: Subject, level: StopLevel, by: By): Promise<Stop>;
  /** Does what POST /stops asks for. @throws {Problem} unknown_account, not_found; storage errors. */
  request(userId: string, payload: StopPayload, by: By): Promise<Stop>;
  /**
   * Lifts a stop. What it refused stays refused. @throws {Problem} not_found if the user has no such stop in force;
   * storage errors.
   */
  lift(userId: string, stopId: string, by: By): Promise<Stop>;
  /** Lifts the stop of a strategy, by its own id; undefined if none is in force. @throws storage errors. */
  liftStrategy(userId: string, strategyId: string, by: By): Promise<Stop | undefined>;
  /** Returns a user's stops, those in force first, newest first. @throws storage errors. */
  list(userId: string): Promise<Stop[]>;
}

export interface StopsParts extends PresentStopParts {
  readonly database: Database;
  readonly clock: Pick<Clock, "nowMs">;
  readonly strategies: Pick<StrategyDirectory, "named" | "strategyIdOf">;
  readonly bus: Bus;
}

export function createStops(parts: StopsParts): Stops {
  const { database, clock, strategies, bus } = parts;
  const present = createPresentStop(parts);

  /** Drops what this node has in memory, and wakes the leader. Other nodes hear of it from the storage. */
  function announce({ id, userId, scope }: StopRow): void {
    bus.publish(USER_ACCOUNTS_CHANGED, userId);
    if (scope === "strategy") bus.publish(USER_STRATEGIES_CHANGED, userId);
    bus.publish(STOPS_CHANGED, [id]);
    bus.publish(STOP_CHANGED, userId);
  }

  async function listed(userId: string, id: string): Promise<Stop> {
    const [stop] = await listStops(database, userId, id);
    if (!stop) throw new Problem("not_found");
    return await present(stop);
  }

  const pull: Stops["pull"] = async (subject, level, { by, origin, conversation }) => {
    const { userId } = subject;
    const at = new Date(clock.nowMs());
    const { stop } = await database.orm.transaction(async (tx) => {
      const pulled = await pullStop(tx, subject, level, conversation);
      if (!pulled.isNew) return pulled;
      const details = { scope: subject.scope, level: pulled.stop.level, ...(by === "telegram" && { by }) };
      await recordAudit(tx, {
        at,
        userId,
        actor: userId,
        action: "stop_pulled",
        ...about(subject),
        details,
        ...origin,
      });
      await logOfStrategy(tx, pulled.stop, at, "stopPulled", { level: pulled.stop.level, by });
      await notifyChanged(tx, subject);
      return pulled;
    });
    announce(stop);
    return await listed(userId, stop.id);
  };

  const lift: Stops["lift"] = async (userId, stopId, { by, origin }) => {
    const at = new Date(clock.nowMs());
    const stop = await database.orm.transaction(async (tx) => {
      const lifted = await liftStop(tx, userId, stopId);
      if (!lifted) return undefined;
      const details = { scope: lifted.scope, ...(by === "telegram" && { by }) };
      await recordAudit(tx, { at, userId, actor: userId, action: "stop_lifted", ...about(lifted), details, ...origin });
      await logOfStrategy(tx, lifted, at, "stopLifted", { by });
      await notifyChanged(tx, lifted);
      return lifted;
    });
    if (!stop) throw new Problem("not_found");
    announce(stop);
    return await listed(userId, stop.id);
  };

  return {
    pull,
    lift,
    async request(userId, { scope, id, level }, by) {
      if (scope === "all") return await pull({ userId, scope, subjectId: null }, level, by);
      if (scope === "strategy") {
        const strategy = await strategies.named(id ?? "");
        if (strategy?.userId !== userId) throw new Problem("not_found");
        return await pull({ userId, scope, subjectId: strategy.id }, level, by);
      }
      const account = await findAccount(database.orm, userId, id ?? "");
      if (!account) throw new Problem("unknown_account");
      return await pull({ userId, scope, subjectId: account.id }, level, by);
    },
    async liftStrategy(userId, strategyId, by) {
      const inForce = await findStop(database.orm, { userId, scope: "strategy", subjectId: strategyId });
      return inForce && (await lift(userId, inForce.id, by));
    },
    async list(userId) {
      return await Promise.all((await listStops(database, userId)).map(present));
    },
  };
}

const about = ({ subjectId }: Subject) => ({ ...(subjectId !== null && { subject: subjectId }) });

/** Notifies all nodes once the transaction commits: accounts hold in memory what stops cover. */
async function notifyChanged(tx: Orm, { userId, scope, subjectId }: Subject): Promise<void> {
  const accountId = scope === "account" ? subjectId : null;
  await tx.execute(sql`
    select pg_notify(${ACCOUNTS_CHANGED.name}, id) from accounts
    where user_id = ${userId} and (${accountId}::text is null or id = ${accountId})`);
  if (scope === "strategy" && subjectId !== null) await notifyStrategyChanged(tx, subjectId);
}

/** Adds an entry to the log of the strategy that is stopped; none for other scopes. */
export async function logOfStrategy(
  tx: Orm,
  { scope, subjectId, userId }: Subject,
  at: Date,
  kind: "stopPulled" | "stopProven" | "stopUnproven" | "stopLifted",
  details: Readonly<Record<string, string>>,
): Promise<void> {
  if (scope !== "strategy" || subjectId === null) return;
  await tx.insert(strategyLog).values({ strategyId: subjectId, userId, at: at.getTime() * 1_000, kind, details });
}
