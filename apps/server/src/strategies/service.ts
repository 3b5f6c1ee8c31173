import type { Strategy, StrategyEntry, StrategyState, StrategyStatePayload } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import { lockAccountsOf, ownAccountIds } from "../accounts/index.ts";
import { recordAudit } from "../identity/audit/index.ts";
import type { SignedInUser } from "../identity/auth/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Orm } from "../platform/db/database.ts";
import type { Origin } from "../platform/http/origin.ts";
import { fieldProblem, Problem } from "../platform/http/problem.ts";
import type { Bus } from "../platform/pubsub.ts";
import type { SecretBox } from "../platform/security/secret-box.ts";
import { hashToken } from "../platform/security/tokens.ts";
import type { Stops } from "../stops/index.ts";
import { changesOf, type StrategyChange } from "./changes.ts";
import { logStrategy } from "./log.ts";
import { mergeEntries } from "./merge.ts";
import { presentStrategy, type PresentParts } from "./present.ts";
import { changeState } from "./state.ts";
import {
  addStrategy,
  changeStrategy,
  deleteStrategy,
  listStrategies,
  lockStrategy,
  notifyStrategyChanged,
  type StoredStrategy,
  USER_STRATEGIES_CHANGED,
} from "./store.ts";
import { newStrategyId } from "./strategy-ids.ts";

export interface Strategies {
  /** Returns a user's strategies, oldest first. */
  list(userId: string): Promise<Strategy[]>;
  /**
   * Saves a list of entries, all or none, and returns the list after the save.
   * @throws {Problem} validation_failed with fields `<index>.<field>`.
   */
  save(user: SignedInUser, entries: readonly StrategyEntry[], origin: Origin): Promise<Strategy[]>;
  /**
   * Changes a strategy's state by its user's hand, and returns the strategy. `stopped` pulls the kill switch: with
   * `flatten` it also cancels the strategy's working orders and closes what it holds.
   * @throws {Problem} unknown_strategy.
   */
  changeState(
    user: Pick<SignedInUser, "id">,
    id: string,
    payload: StrategyStatePayload,
    origin: Origin,
  ): Promise<Strategy>;
}

export interface StrategiesParts extends PresentParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs" | "nowUs">;
  readonly secretBox: SecretBox;
  /** Names the cell that new ids belong to; empty in the first one. */
  readonly idPrefix: string;
  /** Whether the installation sees client certificates, so that strategies may require TradingView's. */
  readonly seesCertificates: boolean;
  readonly bus: Pick<Bus, "publish">;
  /** Stopping a strategy pulls the kill switch, and only lifting that starts it again. */
  readonly stops: Pick<Stops, "pull" | "liftStrategy">;
}

export function createStrategies(parts: StrategiesParts): Strategies {
  const { clock, bus, stops } = parts;
  const { orm } = parts.database;
  const present = (rows: readonly StoredStrategy[]) => Promise.all(rows.map((row) => presentStrategy(parts, row)));

  /** Turns a strategy on or pauses it, unless that is the case. */
  async function turn(userId: string, id: string, to: StrategyState, origin: Origin): Promise<void> {
    await orm.transaction(async (tx) => {
      const strategy = await findStrategy(tx, userId, id);
      const { name, state: from } = strategy;
      if (!(await changeState(tx, strategy, { to, by: "page", atUs: clock.nowUs() }))) return;
      const at = new Date(clock.nowMs());
      const change = { action: "strategy_state_changed", subject: id, details: { strategy: name, from, to } } as const;
      await recordAudit(tx, { at, userId, actor: userId, ...change, ...origin });
    });
    bus.publish(USER_STRATEGIES_CHANGED, userId);
  }

  return {
    list: async (userId) => await present(await listStrategies(orm, userId)),

    async save(user, entries, origin) {
      const { id: userId, language } = user;
      const saved = await orm.transaction(async (tx) => {
        // Accounts, too: a member's account must not be deleted meanwhile.
        await lockAccountsOf(tx, userId);
        const accountIdOf = await ownAccountIds(tx, userId);
        const before = await listStrategies(tx, userId);
        const now = new Date(clock.nowMs());
        const { put, removedIds, errors } = mergeEntries(before, byOwnIds(before, entries), {
          userId,
          language,
          now,
          seesCertificates: parts.seesCertificates,
          newId: uuidv7,
          accountIdOf,
        });
        if (Object.keys(errors).length > 0) throw fieldProblem(errors);
        const stored = new Map(before.map((row) => [row.id, row]));
        for (const row of put) {
          if (stored.has(row.id)) await changeStrategy(tx, row);
          else await addStrategy(tx, row, newStrategyId(userId, parts));
        }
        for (const row of removedIds.flatMap((id) => stored.get(id) ?? [])) await deleteStrategy(tx, row, now);
        for (const id of [...put.map((row) => row.id), ...removedIds]) await notifyStrategyChanged(tx, id);
        for (const change of changesOf(before, put, removedIds)) {
          await recordAudit(tx, { at: now, userId, actor: userId, ...change, ...origin });
          await logChange(tx, userId, change, clock.nowUs());
        }
        return await listStrategies(tx, userId);
      });
      bus.publish(USER_STRATEGIES_CHANGED, userId);
      return await present(saved);
    },

    async changeState({ id: userId }, id, { state: to, flatten }, origin) {
      const own = await findStrategy(orm, userId, id);
      const subject = { userId, scope: "strategy", subjectId: own.id } as const;
      const by = { by: "page", origin } as const;
      if (to === "stopped") await stops.pull(subject, flatten ? "flatten" : "stop", by);
      else {
        await stops.liftStrategy(userId, own.id, by);
        await turn(userId, own.id, to, origin);
      }
      return await presentStrategy(parts, await findStrategy(orm, userId, own.id));
    },
  };
}

/** Returns the entries under their strategies' own ids: they are posted under the ids that messages name. */
function byOwnIds(stored: readonly StoredStrategy[], entries: readonly StrategyEntry[]): StrategyEntry[] {
  const ownIds = new Map(stored.map(({ id, idHash }) => [Buffer.from(idHash).toString("hex"), id]));
  return entries.map(({ id, ...entry }) => ({ ...entry, id: id && (ownIds.get(hashToken(id).toString("hex")) ?? id) }));
}

async function findStrategy(orm: Orm, userId: string, id: string): Promise<StoredStrategy> {
  const strategy = await lockStrategy(orm, userId, id);
  if (!strategy) throw new Problem("unknown_strategy");
  return strategy;
}

/** Adds a change to the strategy's own log. What is removed has no log any more that anyone could read. */
async function logChange(tx: Orm, userId: string, change: StrategyChange, atUs: number): Promise<void> {
  const { action, subject: strategyId, details } = change;
  if (action === "strategy_removed") return;
  const logged = { strategyId, userId };
  if (action === "strategy_added") return await logStrategy(tx, logged, { kind: "created", atUs });
  await logStrategy(tx, logged, { kind: "changed", details: { fields: details.fields ?? "" }, atUs });
}
