/** A symbol's last price at Binance: docs/venues/binance.md, Prices. */
import { decimalOf } from "@chartrelay/contract";
import * as z from "zod";
import type { Adapter } from "../adapter.ts";
import { readExactJson } from "../http/exact-json.ts";
import { unavailable } from "../not-sent.ts";
import { freshPrice, noPrice, priceCache } from "../present-price.ts";
import type { Loaded } from "../shared-cache.ts";
import type { PresentPrice } from "../venue.ts";
import type { Environment, Environments } from "./environment.ts";
import { isRule, type Range } from "./filters.ts";
import type { BinanceSymbol } from "./symbols.ts";

const answer = z.object({
  symbol: z.string(),
  price: z.string().regex(/^\d{1,40}(\.\d{1,40})?$/),
  /** Milliseconds since the Unix epoch; spot doesn't say. */
  time: z.string().regex(/^\d+$/).optional(),
});

/** Creates the function that reads prices, shared by all accounts of an environment. */
export function createPrices({ of, now, product, timeouts }: Environments): Adapter["price"] {
  const cache = priceCache(now);

  async function load(
    host: Environment["host"],
    { symbol, rules, quoteAsset }: BinanceSymbol,
  ): Promise<Loaded<PresentPrice>> {
    const request = {
      ...product.price,
      parameters: { symbol },
      purpose: "price",
      timeoutMs: timeouts.priceMs,
    } as const;
    const read = answer.safeParse(readExactJson(await host.ask(request)));
    if (!read.success || read.data.symbol !== symbol) throw unavailable();
    const price = decimalOf(read.data.price);
    if (price === "0") throw noPrice();
    const kind = product.isPerpetual ? "contract" : "price";
    return freshPrice(
      {
        price,
        tradedAtMs: Number(read.data.time) || null,
        worth: quoteAsset === "" ? null : { value: "1", per: "1", currency: quoteAsset, kind },
        values: { market: limits(rules.marketNotional), limit: limits(rules.notional) },
      },
      now(),
    );
  }

  return async (ticker, credentials, signal) => {
    const { host, symbols } = of(credentials);
    const found = await symbols.get(ticker, signal);
    return cache.get(`${credentials.isDemo ? "demo" : "live"}:${found.symbol}`, signal, () => load(host, found));
  };
}

function limits({ min, max }: Omit<Range, "step">) {
  const rule = (bound: string) => (isRule(bound) ? decimalOf(bound) : null);
  return { min: rule(min), max: rule(max) };
}
