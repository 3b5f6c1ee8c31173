/** Present prices: shared by all accounts of an environment, and asked for at most once a second. */
import { NotSent } from "./not-sent.ts";
import { SharedCache, type Loaded } from "./shared-cache.ts";
import type { PresentPrice } from "./venue.ts";

/** A reader who watches a price can't tell it from a fresh one, and many readers cost the venue one request. */
const FRESH_MS = 1_000;
const MAX_PRICES = 10_000;

/** Default for the adapters: a price that takes longer isn't worth waiting for. */
export const PRICE_TIMEOUT_MS = 1_500;

/** An order's value isn't limited. */
export const ANY_VALUE: PresentPrice["values"] = {
  market: { min: null, max: null },
  limit: { min: null, max: null },
};

export function priceCache(now: () => number): SharedCache<PresentPrice> {
  return new SharedCache(MAX_PRICES, now);
}

/** Returns a price that was read just now. */
export function freshPrice(
  {
    tradedAtMs = null,
    ...price
  }: Omit<PresentPrice, "readAtMs" | "tradedAtMs"> & { readonly tradedAtMs?: number | null },
  nowMs: number,
): Loaded<PresentPrice> {
  return { value: { ...price, readAtMs: nowMs, tradedAtMs }, freshUntil: nowMs + FRESH_MS };
}

/** The venue knows the instrument, but has no price of it: nobody has traded it lately. */
export function noPrice(): NotSent {
  return new NotSent({ kind: "rejected", reason: "NO_MARKET_PRICE", response: null });
}
