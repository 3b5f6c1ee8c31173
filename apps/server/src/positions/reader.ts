/**
 * Reads from the venues what accounts hold: one read per account at a time, shared by everybody who asks within a few
 * seconds. The last reading is stored, so that a page can show it, with its age, while the venue doesn't answer.
 */
import type { ReadingState, Reason } from "@chartrelay/contract";
import {
  CALLS_TO_AN_ENVIRONMENT,
  type Reading,
  type VenueMoney,
  type VenuePosition,
  type Venues,
} from "@chartrelay/venues";
import { LRUCache } from "lru-cache";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import { keyToSend } from "../orders/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { FairLimiter } from "../platform/fair-limiter.ts";
import type { RetryLog } from "../platform/retry-log.ts";

/** A page is waiting: after this long it gets the previous reading. */
const READ_TIMEOUT_MS = 4_000;
/** Accounts with a reading in memory, and for how long. */
const READINGS_KEPT = 10_000;
const SHOWN_FOR_MS = 600_000;

/** What became of the latest reading, and what was last read, which may be older. */
export interface LastReading<Value> {
  readonly state: ReadingState;
  /** When `value` was read; null if it never was. */
  readonly readAtMs: number | null;
  readonly reason: Reason | null;
  readonly value: Value;
}

export interface Holdings {
  readonly positions: LastReading<readonly VenuePosition[]>;
  readonly money: LastReading<readonly VenueMoney[]>;
}

export interface HoldingsReaderParts {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "credentialsOf">;
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowMs" | "monotonicMs" | "timeout">;
  readonly log: RetryLog;
}

export interface HoldingsReader {
  /**
   * Returns what an account holds by a reading that began at most `maxAgeMs` ago, or is under way. One that began before
   * `sinceMs`, by the monotonic clock, won't do: what happened before then shows.
   * @throws storage errors.
   */
  read(account: LinkedAccount, maxAgeMs: number, sinceMs?: number): Promise<Holdings>;
  /** Whether somebody has looked at the account here lately. */
  isShown(accountId: string): boolean;
}

interface Known {
  readonly startedAtMs: number;
  readonly keyVersion: number;
  readonly holdings: Promise<Holdings>;
  isUnderWay: boolean;
}

export function createHoldingsReader(parts: HoldingsReaderParts): HoldingsReader {
  const { clock } = parts;
  const limiter = new FairLimiter(CALLS_TO_AN_ENVIRONMENT.questions);
  const known = new LRUCache<string, Known>({ max: READINGS_KEPT, ttl: SHOWN_FOR_MS });

  function start(account: LinkedAccount): Known {
    const { id, userId, venue, isDemo, keyVersion } = account;
    const holdings = limiter.run(`${venue} ${isDemo ? "demo" : "live"}`, userId, () => readAndStore(parts, account));
    const started: Known = { startedAtMs: clock.monotonicMs(), keyVersion, holdings, isUnderWay: true };
    known.set(id, started);
    holdings.then(
      () => {
        started.isUnderWay = false;
      },
      () => known.delete(id),
    );
    return started;
  }

  return {
    async read(account, maxAgeMs, sinceMs = -Infinity) {
      const last = known.get(account.id);
      const isUsable =
        last?.keyVersion === account.keyVersion &&
        last.startedAtMs >= sinceMs &&
        (last.isUnderWay || clock.monotonicMs() - last.startedAtMs <= maxAgeMs);
      return await (isUsable ? last : start(account)).holdings;
    },
    isShown: (accountId) => known.has(accountId),
  };
}

const NEVER_READ = { state: "unknown", readAtMs: null, reason: null, value: [] } as const;

const LAST = "select positions, money from holdings where account_id = $1 and key_version = $2";

/** Returns the last stored reading of an account with its present key. */
async function lastHoldings(db: Queryable, { id, keyVersion }: LinkedAccount): Promise<Holdings> {
  const [row] = await db.query<Holdings>(LAST, [id, keyVersion]);
  return row ?? { positions: NEVER_READ, money: NEVER_READ };
}

// The account may have been deleted meanwhile.
const STORE = `
insert into holdings (account_id, key_version, positions, money)
select id, $2::int, $3::jsonb, $4::jsonb from accounts where id = $1
on conflict (account_id) do update
set key_version = excluded.key_version, positions = excluded.positions, money = excluded.money`;

async function readAndStore(parts: HoldingsReaderParts, account: LinkedAccount): Promise<Holdings> {
  const { db, clock } = parts;
  const before = await lastHoldings(db, account);
  const [positions, money] = await ask(parts, account);
  const holdings = {
    positions: merged(before.positions, positions, clock.nowMs()),
    money: merged(before.money, money, clock.nowMs()),
  };
  const { id, keyVersion } = account;
  await db.query(STORE, [id, keyVersion, JSON.stringify(holdings.positions), JSON.stringify(holdings.money)]);
  return holdings;
}

type Answer<Value> = Reading<Value> | { readonly kind: "unsupported" };

async function ask(
  { venues, accounts, clock, log }: HoldingsReaderParts,
  account: LinkedAccount,
): Promise<[Answer<readonly VenuePosition[]>, Answer<readonly VenueMoney[]>]> {
  // Such a key must not be used for anything.
  const key = account.keyRefusal === "KEY_MAY_WITHDRAW" ? account.keyRefusal : await keyToSend(accounts, account, log);
  if (typeof key === "string") {
    const refused = { kind: "refused", reason: key } as const;
    return [refused, refused];
  }
  const { executions } = venues[account.venue];
  if (!executions) return [{ kind: "unsupported" }, { kind: "unsupported" }];
  const signal = clock.timeout(READ_TIMEOUT_MS);
  return await Promise.all([executions.positions(key, signal), executions.money(key, signal)]);
}

function merged<Value>(before: LastReading<Value>, answer: Answer<Value>, nowMs: number): LastReading<Value> {
  const { readAtMs, value } = before;
  switch (answer.kind) {
    case "read":
      return { state: "read", readAtMs: nowMs, reason: null, value: answer.value };
    case "refused":
      return { state: "forbidden", readAtMs, reason: answer.reason, value };
    case "unknown":
      return { state: "unknown", readAtMs, reason: null, value };
    case "unsupported":
      return { state: "unsupported", readAtMs: null, reason: null, value };
  }
}
