/** Finds the one instrument that an alert's ticker names, with the rules that an order for it must follow. */
import type { Reason } from "@chartrelay/contract";
import * as z from "zod";
import { unavailable } from "../not-sent.ts";
import { SharedCache } from "../shared-cache.ts";
import { likelyTickers } from "../likely-tickers.ts";
import { misspelt } from "../ticker-fault.ts";
import { InstrumentError } from "../venue.ts";
import { objectIn } from "../http/json-object.ts";
import { rulesOf, symbolFilters, type SymbolRules } from "./filters.ts";
import type { Host } from "./host.ts";
import type { Product } from "./product.ts";
import { readTicker, tickerOf, type BinanceTicker } from "./ticker.ts";

export interface BinanceSymbol {
  readonly symbol: string;
  readonly rules: SymbolRules;
  /** What its price is in; empty if Binance doesn't say. */
  readonly quoteAsset: string;
}

export interface Symbols {
  /**
   * @throws {InstrumentError} when the ticker names nothing that this product trades now.
   * @throws {NotSent} when Binance doesn't say, or `signal` ends the wait.
   */
  get(ticker: string, signal: AbortSignal): Promise<BinanceSymbol>;
  /**
   * Returns a test whether this product trades a symbol now.
   * @throws {NotSent} when Binance doesn't say, or `signal` ends the wait.
   */
  traded(signal: AbortSignal): Promise<(symbol: string) => boolean>;
}

interface SymbolList {
  /** As listed. There are thousands, of which few are needed: each is parsed when it is. */
  readonly entries: ReadonlyMap<unknown, unknown>;
  readonly loadedMs: number;
}

const FRESH_MS = 10 * 60_000;
/** If the list is older than this, it is renewed before an order is refused because of what the list says or lacks. */
const REFUSING_MS = 60_000;
const KEY = "symbols";

const listed = z.object({
  status: z.string(),
  contractType: z.optional(z.string()),
  filters: symbolFilters,
  quoteAsset: z.optional(z.string()),
});
type ListedSymbol = z.infer<typeof listed>;
const rateLimit = z.object({
  rateLimitType: z.literal("REQUEST_WEIGHT"),
  interval: z.literal("MINUTE"),
  intervalNum: z.literal(1),
  limit: z.number().positive(),
});

/**
 * Creates a cache of the list of all symbols, for all accounts of an environment. One symbol at a time would cost the
 * same weight as all of them, and wrong tickers could use up everybody's.
 */
export function createSymbols(
  product: Product,
  host: Pick<Host, "ask" | "allow">,
  { now, timeoutMs }: { readonly now: () => number; readonly timeoutMs: number },
): Symbols {
  const cache = new SharedCache<SymbolList>(1, now);

  async function load() {
    const { path, parameters, weight } = product.rules;
    const info = objectIn(await host.ask({ path, parameters, weight, purpose: "rules", timeoutMs }));
    const entries: unknown = info?.["symbols"];
    if (!Array.isArray(entries) || entries.length === 0) throw unavailable();
    const [weightLimit] = listIn(info?.["rateLimits"]).flatMap((limit) => rateLimit.safeParse(limit).data ?? []);
    if (weightLimit) host.allow(weightLimit.limit);
    const named = new Map(entries.map((entry: { readonly symbol?: unknown } | null) => [entry?.symbol, entry]));
    return { value: { entries: named, loadedMs: now() }, freshUntil: now() + FRESH_MS };
  }

  /** Returns the pair that was written with a slash. Never throws: without the list there is no guess. */
  async function meantBy(ticker: string, signal: AbortSignal): Promise<readonly string[]> {
    const named = SLASHED.test(ticker) ? readTicker(ticker.replace("/", "")) : undefined;
    if (named === undefined || typeof named === "string") return [];
    const list = await cache.get(KEY, signal, load).catch(() => undefined);
    return list ? candidates(product, named.symbol, list) : [];
  }

  return {
    async traded(signal) {
      const list = await cache.get(KEY, signal, load);
      return (symbol) => isTrading(find(list, symbol, product));
    },
    async get(ticker, signal) {
      const named = readTicker(ticker);
      if (typeof named === "string") throw misspelt(named, ticker, product.name, await meantBy(ticker, signal));
      const { symbol } = named;
      // At futures, BTCUSDT can only be the perpetual contract; at spot, BTCUSDT.P isn't one of the pairs.
      const isOurs = product.isPerpetual || !named.isPerpetual;
      let list = await cache.get(KEY, signal, load);
      const isRefused = isOurs && !isTrading(find(list, symbol, product));
      if (isRefused && now() - list.loadedMs >= REFUSING_MS) list = await cache.renew(KEY, signal, load);
      const found = isOurs ? find(list, symbol, product) : undefined;
      if (!found) {
        const reason = whyNone(list, named, product);
        throw new InstrumentError(reason, `${product.name} trades no ${ticker}`, candidates(product, symbol, list));
      }
      if (!isTrading(found)) throw new InstrumentError("INSTRUMENT_NOT_TRADABLE", `${ticker} isn't trading`);
      return { symbol, rules: rulesOf(found.filters), quoteAsset: found.quoteAsset ?? "" };
    },
  };
}

/** Skips contracts with an expiry date (docs/venues/binance.md, Futures: instruments), and whatever can't be parsed. */
function find({ entries }: SymbolList, symbol: string, { isPerpetual }: Product): ListedSymbol | undefined {
  const { data } = listed.safeParse(entries.get(symbol));
  return isPerpetual && data?.contractType !== "PERPETUAL" ? undefined : data;
}

/** A pair as many exchanges write it: `BTC/USDT`. */
const SLASHED = /[\p{L}\d]{2,}\/[\p{L}\d]{3,}(?:\.P)?$/iu;

/** The pair and the contract's expiry date: `BTCUSDT_261225` (docs/venues/binance.md, Futures: instruments). */
const DELIVERY = /^(.+)_\d{6}$/;

/** Returns why a product trades nothing of that name. */
function whyNone({ entries }: SymbolList, { symbol, isPerpetual }: BinanceTicker, product: Product): Reason {
  if (!product.isPerpetual) return isPerpetual || DELIVERY.test(symbol) ? "CONTRACT_AT_SPOT" : "INSTRUMENT_NOT_FOUND";
  return entries.has(symbol) && DELIVERY.test(symbol) ? "DELIVERY_CONTRACT" : "INSTRUMENT_NOT_FOUND";
}

function isTrading(symbol: ListedSymbol | undefined): boolean {
  return symbol?.status === "TRADING";
}

/**
 * Returns what the product trades of the pair in a contract's name: its own perpetual contract, or the spot pair. If it
 * trades none, returns what the name was probably meant to be.
 */
function candidates(product: Product, symbol: string, list: SymbolList): readonly string[] {
  const pair = DELIVERY.exec(symbol)?.[1] ?? symbol;
  const isThere = (name: string) => isTrading(find(list, name, product));
  const meant = isThere(pair) ? [pair] : likelyTickers(pair, namesIn(list)).filter(isThere);
  return meant.map((name) => tickerOf({ symbol: name, isPerpetual: product.isPerpetual }));
}

function namesIn({ entries }: SymbolList): readonly string[] {
  return [...entries.keys()].filter((name) => typeof name === "string");
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
