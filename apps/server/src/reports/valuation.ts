/** What an instrument's price is worth in money, and the price itself, by its venue. */
import { product, ratio, type VenueName } from "@chartrelay/contract";
import { InstrumentError, type Venues } from "@chartrelay/venues";
import { LRUCache } from "lru-cache";
import type { AccountDirectory } from "../accounts/index.ts";
import { keyToSend } from "../orders/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { Terms } from "./fill-sums.ts";

/** A page may be waiting. */
const TIMEOUT_MS = 2_500;
const SHARED_MS = 3_000;
const VALUATIONS_KEPT = 10_000;

export interface Valuation extends Terms {
  readonly price: string;
  readonly readAtMs: number;
}

export interface ValuationParts {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "lookup" | "credentialsOf">;
  readonly clock: Pick<Clock, "monotonicMs" | "timeout">;
  readonly log: RetryLog;
}

/** An instrument, and the account whose key may ask for it. */
export interface ValuedInstrument {
  readonly accountId: string;
  readonly venue: VenueName;
  readonly ticker: string;
}

/**
 * Returns what the venue says of an instrument, at most three seconds old, or as old as `maxAgeMs` says; undefined if it
 * doesn't say.
 */
export type ValueOf = (instrument: ValuedInstrument, maxAgeMs?: number) => Promise<Valuation | undefined>;

export function createValuation(parts: ValuationParts): ValueOf {
  const { accounts, clock, log } = parts;
  const known = new LRUCache<string, { readonly startedAtMs: number; readonly value: Promise<Valuation | undefined> }>({
    max: VALUATIONS_KEPT,
  });
  return async ({ accountId, venue, ticker }, maxAgeMs = SHARED_MS) => {
    const account = await accounts.lookup(accountId);
    if (!account) return undefined;
    const subject = `${venue} ${account.isDemo ? "demo" : "live"} ${ticker}`;
    const last = known.get(subject);
    if (last) {
      const said = await last.value;
      if (clock.monotonicMs() - last.startedAtMs <= (said ? maxAgeMs : SHARED_MS)) return said;
    }
    const value = keyToSend(accounts, account, log).then((key) =>
      typeof key === "string" ? undefined : ask(parts, { venue, ticker }, key),
    );
    known.set(subject, { startedAtMs: clock.monotonicMs(), value });
    value.catch(() => known.delete(subject));
    return await value;
  };
}

async function ask(
  { venues, clock, log }: ValuationParts,
  { venue: name, ticker }: Pick<ValuedInstrument, "venue" | "ticker">,
  key: Parameters<Venues[VenueName]["price"]>[1],
): Promise<Valuation | undefined> {
  const signal = clock.timeout(TIMEOUT_MS);
  const venue = venues[name];
  try {
    const [reading, { lotSize, tick }] = await Promise.all([
      venue.price(ticker, key, signal),
      venue.instrument(ticker, key, signal),
    ]);
    if (reading.kind === "unknown" || !reading.worth) return undefined;
    const { price, readAtMs, worth } = reading;
    const unitValue = ratio(product(lotSize, worth.value), worth.per);
    return { price, readAtMs, unitValue, currency: worth.currency, tick };
  } catch (error) {
    if (!(error instanceof InstrumentError)) log.willRetry(error);
    return undefined;
  }
}
