/** Asks the venue what a saved key may do: when keys are saved, and whenever the user asks. */
import type { KeyCheck, Reason } from "@chartrelay/contract";
import { CALLS_TO_AN_ENVIRONMENT, type Credentials, type Rights, type Venues } from "@chartrelay/venues";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { fieldProblem, Problem } from "../platform/http/problem.ts";
import { SecretUnreadable, type SecretBox } from "../platform/security/secret-box.ts";
import { FairLimiter } from "../platform/fair-limiter.ts";
import type { AccountRow } from "./account-row.ts";
import { findAccount, keepKeyCheck, placeOf } from "./store.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { USER_ACCOUNTS_CHANGED } from "./store.ts";
import type { Bus } from "../platform/pubsub.ts";

/** The user is waiting, so a check gives up after this long. */
const CHECK_TIMEOUT_MS = 10_000;
const SOON_MS = 14 * 86_400_000;
/** Delays between background checks while the venue doesn't answer; then only the next save checks again. */
const LATER_DELAYS_MS = [1_000, 10_000, 60_000];

export interface KeyChecks {
  /**
   * Asks the venue about the keys of a user's account, and stores a clear answer.
   * @throws {Problem} validation_failed on `id` when the user has no such account.
   */
  check(userId: string, accountId: string): Promise<KeyCheck>;
  /** Does the same in the background for accounts that were just saved; the result appears in the user's list. */
  checkLater(userId: string, accountIds: readonly string[]): void;
  /** Aborts checks in flight, and settles once they have ended. */
  stop(): Promise<void>;
}

export interface KeyChecksParts {
  readonly database: Pick<Database, "orm">;
  readonly secretBox: Pick<SecretBox, "open">;
  readonly venues: Venues;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly bus: Bus;
  readonly log: RetryLog;
}

export function createKeyChecks(parts: KeyChecksParts): KeyChecks {
  const {
    database: { orm },
    secretBox,
    venues,
    clock,
    bus,
    log,
  } = parts;
  const limiter = new FairLimiter(CALLS_TO_AN_ENVIRONMENT.keyChecks);
  const underWay = new Set<Promise<unknown>>();
  const stopping = new AbortController();

  async function ask(account: AccountRow): Promise<Rights> {
    const { venue: name, userId, apiKey, secretKey, isDemo } = account;
    const venue = venues[name];
    if (apiKey === null || secretKey === null) return refused("CREDENTIALS_MISSING");
    let credentials: Credentials;
    try {
      const open = (field: "apiKey" | "secretKey", sealed: string) => secretBox.open(sealed, placeOf(account, field));
      credentials = { apiKey: open("apiKey", apiKey), secretKey: open("secretKey", secretKey), isDemo };
    } catch (error) {
      if (error instanceof SecretUnreadable) return refused("CREDENTIALS_UNREADABLE");
      throw error;
    }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
    return await limiter.run(name, userId, () => venue.check(credentials, signal));
  }

  async function check(userId: string, accountId: string): Promise<KeyCheck> {
    const account = await findAccount(orm, userId, accountId);
    if (!account) throw fieldProblem({ id: "unknown_entry" });
    const judged = judge(accountId, await ask(account), clock.nowMs());
    if (judged.verdict !== "unclear") {
      await keepKeyCheck(orm, account, judged, new Date(clock.nowMs()));
      bus.publish(USER_ACCOUNTS_CHANGED, userId);
    }
    return judged;
  }

  /** Returns whether nothing is left to check: a storage that doesn't answer is as unclear as a venue. */
  async function isSettled(userId: string, accountId: string): Promise<boolean> {
    try {
      return (await check(userId, accountId)).verdict !== "unclear";
    } catch (error) {
      // The account has been deleted meanwhile.
      if (error instanceof Problem) return true;
      log.willRetry(error);
      return false;
    }
  }

  async function checkUntilClear(userId: string, accountId: string): Promise<void> {
    for (const delayMs of LATER_DELAYS_MS) {
      if (await isSettled(userId, accountId)) return;
      await clock.wait(delayMs, stopping.signal);
      if (stopping.signal.aborted) return;
    }
    await isSettled(userId, accountId);
  }

  const stopsWithUs = <T>(work: Promise<T>): Promise<T> => {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  };

  return {
    check: (userId, accountId) => stopsWithUs(check(userId, accountId)),
    checkLater(userId, accountIds) {
      for (const id of accountIds) void stopsWithUs(checkUntilClear(userId, id));
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled(underWay);
    },
  };
}

/** Refuses a key that may withdraw, whatever else it may do: a thief who got it from us could take the money. */
function judge(id: string, rights: Rights, nowMs: number): KeyCheck {
  const unknown = { maySeeOrders: null, mayTrade: null, mayWithdraw: null, expiresAt: null, expiresSoon: false };
  if (rights.kind === "unclear") return { id, verdict: "unclear", reason: null, ...unknown };
  if (rights.kind === "refused") return { id, verdict: "refused", reason: rights.reason, ...unknown };
  const { maySeeOrders, mayTrade, mayWithdraw, expiresAt } = rights;
  const reason = mayWithdraw ? "KEY_MAY_WITHDRAW" : mayTrade ? null : "NO_RIGHTS";
  return {
    id,
    verdict: reason === null ? "ok" : "refused",
    reason,
    maySeeOrders,
    mayTrade,
    mayWithdraw,
    expiresAt: expiresAt?.toISOString() ?? null,
    expiresSoon: expiresAt !== undefined && expiresAt.getTime() - nowMs < SOON_MS,
  };
}

function refused(reason: Reason): Rights {
  return { kind: "refused", reason };
}
