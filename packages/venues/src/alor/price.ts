/** An instrument's last price at Alor: docs/venues/alor.md, Prices. */
import * as z from "zod";
import type { Adapter } from "../adapter.ts";
import { readExactJson } from "../http/exact-json.ts";
import { turnedAway, unavailable } from "../not-sent.ts";
import { ANY_VALUE, freshPrice, noPrice, priceCache } from "../present-price.ts";
import type { Loaded } from "../shared-cache.ts";
import type { Credentials, PresentPrice } from "../venue.ts";
import type { Environments } from "./environment.ts";
import type { AlorInstrument, AlorInstruments } from "./instruments.ts";

/** Numbers arrive as strings: see readExactJson. */
const quotes = z.array(
  z.object({
    symbol: z.string(),
    last_price: z.string().nullish(),
    /** Unix seconds. */
    last_price_timestamp: z.string().nullish(),
  }),
);

/** Creates the function that reads prices, shared by all accounts of an environment. */
export function createPrices(environments: Environments, instruments: AlorInstruments): Adapter["price"] {
  const { now, timeouts } = environments;
  const cache = priceCache(now);

  async function load({ symbol, exchange, worth }: AlorInstrument, key: Credentials): Promise<Loaded<PresentPrice>> {
    const path = `/md/v2/Securities/${exchange}:${encodeURIComponent(symbol)}/quotes?format=Simple`;
    // With a token: to anonymous callers Alor tells prices of 15 minutes ago.
    const request = { method: "GET", path, timeoutMs: timeouts.priceMs } as const;
    const { reply } = await environments.authorized(request, key, AbortSignal.timeout(2 * timeouts.priceMs));
    if (reply.kind !== "answer") throw unavailable();
    if (reply.status === 429) throw turnedAway(reply, now());
    if (reply.status === 404) throw noPrice();
    const read = quotes.safeParse(reply.status === 200 ? readExactJson(reply.text) : undefined);
    if (!read.success) throw unavailable();
    const quote = read.data.find((one) => one.symbol === symbol);
    if (!quote || !(Number(quote.last_price) > 0)) throw noPrice();
    const tradedAtMs = Number(quote.last_price_timestamp) * 1_000 || null;
    return freshPrice({ price: quote.last_price ?? "", tradedAtMs, worth, values: ANY_VALUE }, now());
  }

  return async (ticker, credentials, signal) => {
    const instrument = await instruments.get(ticker, credentials, signal);
    const key = `${credentials.isDemo ? "demo" : "live"}:${instrument.exchange}:${instrument.symbol}`;
    return cache.getByOwnKey(key, signal, () => load(instrument, credentials), isAboutKey);
  };
}

/** Returns whether a load failed because of the caller's key, which says nothing about other callers' keys. */
function isAboutKey({ kind, reason }: { readonly kind: string; readonly reason: string }): boolean {
  return kind === "rejected" && reason !== "NO_MARKET_PRICE";
}
