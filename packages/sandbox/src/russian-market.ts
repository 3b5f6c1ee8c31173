/** How the simulated Russian exchanges trade: what the brokers' markets share. */
import { decimalOf, product, quotient } from "@chartrelay/contract";
import { dailyAt } from "./market/expiries.ts";
import type { Listing, Market } from "./market/terms.ts";
import { CATALOGUE, type CatalogueInstrument } from "./russian-catalogue.ts";

/** The main session with its evening ends at 23:50 in Moscow. */
export const RUSSIAN_SESSION = { sessionEndsAt: dailyAt(20, 50) } as const;

/** On its last day, a contract trades until 18:50 in Moscow. */
const LAST_TRADE_MS = (15 * 60 + 50) * 60_000;

/**
 * Returns whether an instrument trades by its market's clock. A contract that was over when the sandbox started trades
 * on: examples and tests that name it don't get old.
 */
export function isTrading(
  { tradingStatus, expires }: CatalogueInstrument,
  market: Pick<Market, "nowMs" | "startedAtMs">,
): boolean {
  if (tradingStatus !== 17 || expires === null) return tradingStatus === 17;
  const lastTradeMs = Date.parse(`${expires.slice(0, 10)}T00:00:00Z`) + LAST_TRADE_MS;
  return market.nowMs() < lastTradeMs || market.startedAtMs >= lastTradeMs;
}

const MARGIN_RATE = "0.2";

const atMoscow = new Set(
  CATALOGUE.filter(({ exchange }) => exchange === "MOEX").flatMap(({ symbol, shortName }) => [symbol, shortName]),
);

/**
 * Returns an instrument's name in a broker's market: the broker's ticker; with its exchange, if another one of that
 * ticker trades in Moscow (SPBX:T).
 */
export function marketNameOf({ exchange }: Pick<CatalogueInstrument, "exchange">, ticker: string): string {
  return exchange !== "MOEX" && atMoscow.has(ticker) ? `${exchange}:${ticker}` : ticker;
}

/** Lists an instrument in a broker's market, in lots, under the broker's ticker. */
export function marketListing(instrument: CatalogueInstrument, ticker: string, feeRate: string): Listing {
  const isFuture = instrument.market === "FORTS";
  return {
    instrument: marketNameOf(instrument, ticker),
    tick: instrument.minStep,
    quantityStep: "1",
    price: decimalOf(instrument.price),
    unitValue: unitValueOf(instrument),
    currency: instrument.currency,
    kind: isFuture ? "future" : "security",
    feeRate,
    feeFrom: "currency",
    marginRate: isFuture ? MARGIN_RATE : "0",
  };
}

/** Returns what a lot is worth per unit of price; a bond's price is a percentage of its face value. */
function unitValueOf({ market, type, priceStep, minStep, faceValue, lotSize }: CatalogueInstrument): string {
  if (market === "FORTS") return quotient(decimalOf(priceStep), minStep, 12);
  return type === "BOND" ? quotient(product(decimalOf(faceValue), decimalOf(lotSize)), "100", 12) : decimalOf(lotSize);
}
