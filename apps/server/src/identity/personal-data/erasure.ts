/**
 * Erases a user. The user, their accounts with the keys, and their sessions are deleted at once, in one commit. There
 * may be a million orders, alerts and messages, some of them in flight: they are deleted in the background, and a crash
 * doesn't stop that. Data that the law requires us to keep stays without a name: docs/security.md.
 */
import { eq } from "drizzle-orm";
import { deleteAccountsOf } from "../../accounts/index.ts";
import { deleteStrategiesOf } from "../../strategies/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import {
  emailConfirmations,
  erasures,
  knownPlaces,
  recoveryCodes,
  secondFactors,
  users,
} from "../../platform/db/schema.ts";
import type { Origin } from "../../platform/http/origin.ts";
import type { Bus } from "../../platform/pubsub.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import { recordAudit } from "../audit/index.ts";
import { SESSIONS_ENDED } from "../auth/index.ts";

const ROWS_A_STATEMENT = 2_000;
const ROUND_MS = 1_000;
/** A node that hasn't heard of the removal yet may accept an alert for a removed account, but never for this long. */
const LATE_ROWS_MS = 60_000;

/** Rows in flight first end by their own rules: an order whose account was deleted is refused, a send is resolved. */
const ENDED_ONLY = ["orders", "alerts", "messages"] as const;
const TO_ERASE = [
  ...ENDED_ONLY.map((table) => ({ table, condition: "status <> 'NEW'" })),
  {
    table: "retired_keys",
    condition: "not exists (select from orders where user_id = $1 and status = 'NEW')",
  },
  // After their orders: fills are stored only for an order that exists.
  { table: "fills", condition: "true" },
  // After everything else that comes from an alert: rows in flight read their signal.
  {
    table: "signals",
    condition: `not exists (select from orders where orders.signal_id = signals.id and orders.status = 'NEW')
      and not exists (select from alerts where alerts.id = signals.id and alerts.status = 'NEW')`,
  },
  { table: "milestones", condition: "true" },
  { table: "list_offsets", condition: "true" },
  { table: "order_counts", condition: "true" },
  { table: "order_sums", condition: "true" },
  { table: "last_orders", condition: "true" },
  { table: "fill_sums", condition: "true" },
  { table: "own_holdings", condition: "true" },
  { table: "strategy_positions", condition: "true" },
  { table: "position_chains", condition: "true" },
  { table: "strategy_log", condition: "true" },
  { table: "funding_payments", condition: "true" },
  { table: "payment_orders", condition: "paid_at is null" },
] as const;
const IS_UNDER_WAY = ENDED_ONLY.map(
  (table) => `exists (select from ${table} where user_id = $1 and status = 'NEW')`,
).join(" or ");

export interface ErasureParts {
  readonly database: Pick<Database, "orm" | "query">;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: RetryLog;
}

export class Erasure {
  readonly #parts: ErasureParts;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: ErasureParts) {
    this.#parts = parts;
  }

  /** Resumes what an earlier run left unfinished. */
  start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Removes a user: from now on nobody is signed in as them, and nothing is sent for them. */
  async remove(userId: string, origin: Origin): Promise<void> {
    const { database, clock, bus } = this.#parts;
    const at = new Date(clock.nowMs());
    await database.orm.transaction(async (tx) => {
      await deleteStrategiesOf(tx, userId);
      await deleteAccountsOf(tx, userId);
      await tx.insert(erasures).values({ userId, requestedAt: at }).onConflictDoNothing();
      await recordAudit(tx, { at, userId, actor: userId, action: "user_deleted", ...origin });
      await tx.delete(users).where(eq(users.id, userId));
    });
    bus.publish(SESSIONS_ENDED, userId);
    this.start();
  }

  async #run(): Promise<void> {
    const { database, clock, log } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const waiting = await database.orm.select().from(erasures);
        if (waiting.length === 0) return;
        for (const { userId, requestedAt } of waiting) {
          await this.#erase(userId);
          const isLate = clock.nowMs() - requestedAt.getTime() >= LATE_ROWS_MS;
          if (isLate && !(await this.#isUnderWay(userId))) {
            await this.#erase(userId);
            await database.orm.delete(erasures).where(eq(erasures.userId, userId));
          }
        }
      } catch (error) {
        log.willRetry(error);
      }
      await clock.wait(ROUND_MS, signal);
    }
  }

  async #isUnderWay(userId: string): Promise<boolean> {
    const [row] = await this.#parts.database.query<{ is: boolean }>(`select ${IS_UNDER_WAY} as is`, [userId]);
    return row?.is ?? false;
  }

  async #erase(userId: string): Promise<void> {
    const { database } = this.#parts;
    for (const { table, condition } of TO_ERASE) {
      let erased: object[];
      do {
        if (this.#stopping.signal.aborted) return;
        erased = await database.query(
          `delete from ${table} where ctid = any(array(
             select ctid from ${table} where user_id = $1 and ${condition} limit ${ROWS_A_STATEMENT}))
           returning 1 as erased`,
          [userId],
        );
      } while (erased.length === ROWS_A_STATEMENT);
    }
  }
}

/**
 * Removes a user's strategies, accounts with their keys, chats, second factor, known places, name and settings. Consents given
 * before `at` no longer count. Runs within the caller's transaction.
 */
export async function forgetHolder(tx: Orm, userId: string, at: Date): Promise<void> {
  await deleteStrategiesOf(tx, userId);
  await deleteAccountsOf(tx, userId);
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(knownPlaces).where(eq(knownPlaces.userId, userId));
  await tx.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId));
  await tx
    .update(users)
    .set({
      takenOverAt: at,
      fullName: "",
      telegram: null,
      telegramUserId: null,
      telegramChatId: null,
      utmSource: null,
      notifications: "all",
    })
    .where(eq(users.id, userId));
}
