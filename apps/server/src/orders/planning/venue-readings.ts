/**
 * What an order is planned with, as its venue says: the instrument, its price, what the account is worth, and whether it
 * is in hedge mode. What was read for another order a moment ago is good enough for this one.
 */
import type { VenueName } from "@chartrelay/contract";
import {
  CALLS_TO_AN_ENVIRONMENT,
  type Credentials,
  type Equity,
  growingCache,
  type Instrument,
  type ListedContract,
  type PresentPrice,
  type Reading,
  type Venues,
} from "@chartrelay/venues";
import type { LRUCache } from "lru-cache";
import type { LinkedAccount } from "../../accounts/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { FairLimiter } from "../../platform/fair-limiter.ts";
import { environmentOf } from "../order.ts";

/** An order is waiting: what isn't known after this is unknown. */
const TIMEOUT_MS = 2_500;
/**
 * An account's worth may be this old. Orders that come together are sized by one reading; it changes by what they cost
 * only, as what they buy is worth what was paid. Prices are a second old at most; see PriceReading.
 */
const EQUITY_MAX_AGE_MS = 5_000;
/** Nobody changes the mode while positions are open, and the venue refuses an order that is for the other one. */
const MODE_MAX_AGE_MS = 600_000;
const MOST_ACCOUNTS = 20_000;

export interface PlanReadings {
  /** @throws {InstrumentError} */
  instrument(account: LinkedAccount, ticker: string, key: Credentials): Promise<Instrument>;
  /** The contracts behind a continuous symbol; null if they aren't known. */
  contracts(account: LinkedAccount, ticker: string, key: Credentials): Promise<readonly ListedContract[] | null>;
  /** Null if it isn't known. */
  price(account: LinkedAccount, ticker: string, key: Credentials): Promise<PresentPrice | null>;
  /** Null if it isn't known. */
  equity(account: LinkedAccount, key: Credentials): Promise<(Equity & { readonly readAtMs: number }) | null>;
  /** Whether long and short positions are held side by side; null if it isn't known. */
  isHedged(account: LinkedAccount, key: Credentials): Promise<boolean | null>;
  /** Reads an account's mode anew next time: an order was refused for it. */
  forgetMode(accountId: string): void;
}

export interface PlanReadingsParts {
  readonly venues: Venues;
  readonly clock: Pick<Clock, "monotonicMs" | "timeout">;
}

interface Known<Value> {
  readonly startedAtMs: number;
  readonly keyVersion: number;
  readonly reading: Promise<Reading<Value>>;
}

export function createPlanReadings({ venues, clock }: PlanReadingsParts): PlanReadings {
  const limiter = new FairLimiter(CALLS_TO_AN_ENVIRONMENT.questions);
  const equities = growingCache<string, Known<Equity>>(MOST_ACCOUNTS);
  const modes = growingCache<string, Known<boolean>>(MOST_ACCOUNTS);
  const signal = () => clock.timeout(TIMEOUT_MS);

  /** Shares one read between the account's orders; a failed one isn't kept. */
  async function shared<Value>(
    cache: LRUCache<string, Known<Value>>,
    { id, userId, venue, isDemo, keyVersion }: LinkedAccount,
    maxAgeMs: number,
    read: () => Promise<Reading<Value>>,
  ): Promise<(Reading<Value> & { readonly kind: "read" }) | null> {
    const last = cache.get(id);
    const isUsable = last?.keyVersion === keyVersion && clock.monotonicMs() - last.startedAtMs <= maxAgeMs;
    const known = isUsable
      ? last
      : {
          startedAtMs: clock.monotonicMs(),
          keyVersion,
          reading: limiter.run(environmentOf({ venue, isDemo }), userId, read),
        };
    cache.set(id, known);
    const reading = await known.reading;
    if (reading.kind === "read") return reading;
    if (cache.get(id) === known) cache.delete(id);
    return null;
  }

  return {
    instrument: ({ venue }, ticker, key) => venues[venue].instrument(ticker, key, signal()),
    async contracts({ venue }, ticker, key) {
      const reading = await venues[venue].executions?.contracts?.(ticker, key, signal());
      return reading?.kind === "read" ? reading.value : null;
    },
    async price({ venue }, ticker, key) {
      const reading = await venues[venue].price(ticker, key, signal());
      return reading.kind === "read" ? reading : null;
    },
    async equity(account, key) {
      const { executions } = venues[account.venue];
      if (!executions) return null;
      const read = await shared(equities, account, EQUITY_MAX_AGE_MS, () => executions.equity(key, signal()));
      return read && { ...read.value, readAtMs: read.atMs };
    },
    async isHedged(account, key) {
      const ask = venues[account.venue].executions?.isHedged;
      if (!ask) return false;
      return (await shared(modes, account, MODE_MAX_AGE_MS, () => ask(key, signal())))?.value ?? null;
    },
    forgetMode: (accountId) => void modes.delete(accountId),
  };
}

/** Whether an account may hold less than nothing of the venue's instruments. */
export function canShort(venue: VenueName): boolean {
  return venue !== "BINANCE_SPOT";
}
