/**
 * What an alert's ticker means at the Moscow exchange, for every broker: docs/venues/tradingview.md, Tickers.
 *
 * TradingView puts `MOEX:` or the older `RUS:` before a ticker, with `_DL` or `_DLY` if the chart's data is delayed:
 * the instrument is the same. It writes everything in capitals and a future's year in full, `SIZ2026`, where the
 * exchange uses one digit and its own case, `SiZ6` (moex.com/s1085: two symbols of the underlying asset, the month's
 * letter, the year).
 */
import type { TickerFault } from "./ticker-fault.ts";

export type MoscowTicker = NamedInstrument | FuturesContract | ContinuousFutures;

/** The exchange's or the broker's own name, as written: `SBER`, `SiZ6`, `SI-12.26`. Its case matters in the look-up. */
export interface NamedInstrument {
  readonly kind: "named";
  readonly name: string;
}

/** A future whose year has two or four digits. */
export interface FuturesContract {
  readonly kind: "contract";
  /** The exchange's code for it, in capitals even if the exchange's own spelling isn't: `SIZ6`. */
  readonly code: string;
  /** The code of the underlying asset, in capitals: `SI`. */
  readonly asset: string;
  /** 1 to 12. */
  readonly month: number;
  /** All four digits: 2026. */
  readonly year: number;
}

/**
 * `SI1!`: not a contract but TradingView's chain of contracts, which we refuse. TradingView decides by its own rule
 * when the chain moves from one contract to the next, and no broker shares that rule: Alor's /actualFuturesQuote, for
 * example, returns the contract that expires next (its description in contracts/alor/openapi.yml). On the days in
 * between, an order would go to a different contract from the one in the chart, and an order meant to close a position
 * would open one.
 */
export interface ContinuousFutures {
  readonly kind: "continuous";
  /** The code of the underlying asset, in capitals: `SI`. */
  readonly asset: string;
}

const EXCHANGES: ReadonlySet<string> = new Set(["MOEX", "RUS"]);
const DELAYED = /_DLY?$/;

/** It becomes part of a URL's path, so it must not consist of dots alone. */
const NAME = /^[\p{L}\d][\p{L}\d._@+-]*$/u;
/** TradingView's mark of a perpetual future, mostly at Binance: none of the exchange's own names ends with it. */
const PERPETUAL = /\.P$/i;

/** January to December. */
const MONTHS = "FGHJKMNQUVXZ";
const CONTRACT = new RegExp(`^([A-Z\\d]{2})([${MONTHS}])((?:20)?\\d\\d)$`, "i");
const CONTINUOUS = /^([A-Z\d]+)[1-9]!$/i;

/** Splits `MOEX_DLY:SBER` into `MOEX` and `SBER`. Without a colon there is no prefix. */
export function partTicker(ticker: string): { readonly prefix: string | undefined; readonly symbol: string } {
  const colon = ticker.indexOf(":");
  if (colon < 0) return { prefix: undefined, symbol: ticker };
  return { prefix: ticker.slice(0, colon).toUpperCase().replace(DELAYED, ""), symbol: ticker.slice(colon + 1) };
}

/**
 * Reads a ticker with Moscow's prefix or none; returns the fault of a ticker that can't name anything there. Guesses
 * nothing.
 */
export function readMoscowTicker(ticker: string): MoscowTicker | TickerFault {
  const { prefix, symbol } = partTicker(ticker);
  if (prefix !== undefined && !EXCHANGES.has(prefix)) return elsewhere(prefix, symbol);
  const [, asset, letter = "", digits = ""] = CONTRACT.exec(symbol) ?? [];
  if (asset !== undefined) {
    const [month, year] = [MONTHS.indexOf(letter.toUpperCase()) + 1, 2000 + Number(digits.slice(-2))];
    const code = `${asset}${letter}${year % 10}`.toUpperCase();
    return { kind: "contract", code, asset: asset.toUpperCase(), month, year };
  }
  const chained = CONTINUOUS.exec(symbol)?.[1];
  if (chained !== undefined) return { kind: "continuous", asset: chained.toUpperCase() };
  return faultOf(symbol) ?? { kind: "named", name: symbol };
}

/** Returns what is wrong with a ticker whose prefix isn't one of the exchange's. */
function elsewhere(prefix: string, symbol: string): TickerFault {
  return NAME.test(prefix) && NAME.test(symbol) ? "OTHER_EXCHANGE" : "NOT_A_TICKER";
}

/** Returns why we can't ask a broker for `symbol`; undefined when we can. */
export function faultOf(symbol: string): TickerFault | undefined {
  if (!NAME.test(symbol)) return "NOT_A_TICKER";
  return PERPETUAL.test(symbol) ? "OTHER_EXCHANGE" : undefined;
}

/** A contract's last day is at most some weeks from the month in its name; a year's digit repeats after ten years. */
const MAX_MONTHS_APART = 6;

/**
 * Returns whether the contract that a broker lists as `code` and trades until `lastDay` is the one that was meant. The
 * code alone isn't enough: `SiZ6` is the contract of 2026 and will be that of 2036.
 */
export function isMeant(wanted: FuturesContract, code: string, lastDay: Date): boolean {
  if (code.toUpperCase() !== wanted.code) return false;
  const months = (lastDay.getUTCFullYear() - wanted.year) * 12 + lastDay.getUTCMonth() + 1 - wanted.month;
  return Math.abs(months) <= MAX_MONTHS_APART;
}

/**
 * Returns whether `code` is a contract on `asset`, in any case: such contracts are offered instead of a refused `SI1!`
 * or `SIZ2035`.
 */
export function isContractOn(asset: string, code: string): boolean {
  const capitals = code.toUpperCase();
  return capitals.startsWith(asset) && new RegExp(`^[${MONTHS}]\\d$`).test(capitals.slice(asset.length));
}

/** As TradingView writes a chain of contracts at any exchange: `SI1!`, `MOEX:RTS2!`. */
const ANY_CONTINUOUS = /^(?:[\p{L}\d_]+:)?[\p{L}\d]+[1-9]!$/u;

/** Returns whether a ticker names a chain of contracts, and not one of them. */
export function isContinuous(ticker: string): boolean {
  return ANY_CONTINUOUS.test(ticker);
}
