/**
 * Reads what the funding of perpetual contracts brought and cost. A venue pays it for the account's whole position,
 * whoever opened it; reports count it for as long as our fills hold something of the contract.
 */
import type { VenueName } from "@chartrelay/contract";
import type { FundingPayment, Venues } from "@chartrelay/venues";
import type { AccountDirectory } from "../accounts/index.ts";
import { keyToSend } from "../orders/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { type Job, repeat } from "../platform/jobs.ts";
import type { Bus } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { QUARTER_MS, quarterOf } from "./fill-sums.ts";
import { REPORT_CHANGED } from "./summing.ts";

const INTERVAL_MS = 60_000;
/** Contracts pay every eight hours, some every hour. */
const ACCOUNT_EVERY_MS = 3_600_000;
/** A read is dear at Binance: 30 of the 2,400 a minute that all accounts of an address share with their orders. */
const PACE_MS = 3_000;
const TIMEOUT_MS = 12_000;
/** An account that holds nothing any more is read for so long after its last fill. */
const QUARTERS_AFTER_TRADING = 8;

export interface FundingParts {
  readonly db: Queryable;
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "lookup" | "credentialsOf">;
  readonly clock: Pick<Clock, "nowMs" | "monotonicMs" | "timeout" | "wait">;
  readonly bus: Pick<Bus, "publish">;
  readonly log: RetryLog;
}

export interface FundingReading extends Job {
  /** Reads the accounts that are due, one after another, until `ended` aborts. */
  read(ended?: AbortSignal): Promise<void>;
}

/** Creates the job, which reads each account that holds a perpetual contract once an hour. */
export function createFundingReading(parts: FundingParts): FundingReading {
  const { db, venues, clock, bus, log } = parts;
  const names = (Object.keys(venues) as VenueName[]).filter((name) => venues[name].executions?.funding);
  const nextAtMs = new Map<string, number>();

  async function read(ended = new AbortController().signal): Promise<void> {
    const holders = await findHolders(db, names, clock.nowMs());
    for (const holder of holders.filter(({ accountId }) => (nextAtMs.get(accountId) ?? 0) <= clock.monotonicMs())) {
      if (ended.aborted) return;
      const payments = await ask(parts, holder).catch(log.willRetry);
      nextAtMs.set(holder.accountId, clock.monotonicMs() + ACCOUNT_EVERY_MS);
      if (payments && (await store(db, holder, payments))) bus.publish(REPORT_CHANGED, [holder.userId]);
      await clock.wait(PACE_MS, ended);
    }
  }

  return { read, run: (ended) => repeat(() => read(ended), INTERVAL_MS, { clock, log }, ended) };
}

/** An account that holds something by our fills, or did a while ago. */
interface Holder {
  readonly accountId: string;
  readonly userId: string;
  readonly venue: VenueName;
  /** Its first quarter of an hour with a fill. */
  readonly firstQuarter: number;
  /** When the last payment was made that we know; microseconds since the Unix epoch. */
  readonly lastPaidAt: number | null;
}

const HOLDERS = `
select account_id as "accountId", user_id as "userId", venue, min(first) as "firstQuarter",
  (select max(paid_at) from funding_payments where funding_payments.account_id = own.account_id) as "lastPaidAt"
from own_holdings own, lateral (
  select min(quarter) as first, max(quarter) as last from fill_sums
  where fill_sums.account_id = own.account_id and fill_sums.symbol = own.symbol
) traded
where venue = any($1::text[]) and (quantity <> 0 or last >= $2::int)
group by account_id, user_id, venue order by account_id`;

function findHolders(db: Queryable, venues: readonly VenueName[], nowMs: number): Promise<Holder[]> {
  return db.query<Holder>(HOLDERS, [venues, quarterOf(nowMs) - QUARTERS_AFTER_TRADING]);
}

/** Asks the venue for payments since the last one. Returns none if the key may not be used, or the venue doesn't say. */
async function ask(
  { venues, accounts, clock, log }: FundingParts,
  { accountId, venue, firstQuarter, lastPaidAt }: Holder,
): Promise<readonly FundingPayment[]> {
  const account = await accounts.lookup(accountId);
  const key = account && (await keyToSend(accounts, account, log));
  if (key === undefined || typeof key === "string") return [];
  const fromMs = lastPaidAt === null ? firstQuarter * QUARTER_MS : lastPaidAt / 1_000;
  const period = { fromMs, toMs: clock.nowMs() };
  const reading = await venues[venue].executions?.funding?.(period, key, clock.timeout(TIMEOUT_MS));
  return reading?.kind === "read" ? reading.value : [];
}

// The account may have been deleted meanwhile.
const STORE = `
insert into funding_payments (account_id, payment_id, user_id, venue, symbol, ticker, currency, amount, paid_at)
select accounts.id, payment_id, accounts.user_id, accounts.venue, symbol, ticker, currency, amount, paid_at
from accounts, json_to_recordset($2::json) as t(payment_id text, symbol text, ticker text, currency text, amount numeric, paid_at bigint)
where accounts.id = $1
on conflict (account_id, payment_id) do nothing
returning 1`;

/** Stores payments, each once. Returns whether one is new. */
async function store(db: Queryable, { accountId }: Holder, payments: readonly FundingPayment[]): Promise<boolean> {
  if (payments.length === 0) return false;
  const rows = payments.map(({ paymentId, symbol, ticker, currency, amount, atMs }) => ({
    payment_id: paymentId,
    symbol,
    ticker,
    currency,
    amount,
    paid_at: Math.round(atMs * 1_000),
  }));
  return (await db.query(STORE, [accountId, JSON.stringify(rows)])).length > 0;
}
