/**
 * What an alert's ticker means at the Moscow exchange, whichever broker is asked: docs/venues/tradingview.md, Tickers.
 *
 * TradingView writes `MOEX:` or, older, `RUS:` before a ticker, with `_DL` or `_DLY` where the chart's data is delayed: the
 * instrument is the same. It writes everything in capitals and a future's year in full, `SIZ2026`, where the exchange has
 * one digit and its own case, `SiZ6` (moex.com/s1085: two symbols of the underlying asset, the month's letter, the year).
 */
import type { TickerFault } from "./ticker-fault.ts";

export type MoscowTicker = NamedInstrument | FuturesContract | ContinuousFutures;

/** The exchange's or the broker's own name, as written: `SBER`, `SiZ6`, `SI-12.26`. It is looked up to the letter. */
export interface NamedInstrument {
  readonly kind: "named";
  readonly name: string;
}

/** A future with its year in two or four digits. */
export interface FuturesContract {
  readonly kind: "contract";
  /** The exchange's code for it, in capitals, which its own case may not be: `SIZ6`. */
  readonly code: string;
  /** The code of the underlying asset, in capitals: `SI`. */
  readonly asset: string;
  /** 1 to 12. */
  readonly month: number;
  /** In full: 2026. */
  readonly year: number;
}

/**
 * `SI1!`: not a contract but TradingView's chain of them, to be refused. When it passes from one contract to the next is
 * TradingView's own rule, which no broker shares: Alor's /actualFuturesQuote, say, tells the contract that expires next
 * (its description in contracts/alor/openapi.yml). On the days between the two, an order would go to another contract
 * than the chart shows, and an order that should close a position would open one.
 */
export interface ContinuousFutures {
  readonly kind: "continuous";
  /** The code of the underlying asset, in capitals: `SI`. */
  readonly asset: string;
}

const EXCHANGES: ReadonlySet<string> = new Set(["MOEX", "RUS"]);
const DELAYED = /_DLY?$/;

/** It goes into a URL's path, so it may not be made of dots alone. */
const NAME = /^[\p{L}\d][\p{L}\d._@+-]*$/u;
/** TradingView's mark of a perpetual future, Binance's mostly: none of the exchange's own names ends so. */
const PERPETUAL = /\.P$/i;

/** January to December. */
const MONTHS = "FGHJKMNQUVXZ";
const CONTRACT = new RegExp(`^([A-Z\\d]{2})([${MONTHS}])((?:20)?\\d\\d)$`, "i");
const CONTINUOUS = /^([A-Z\d]+)[1-9]!$/i;

/** Parts `MOEX_DLY:SBER` into `MOEX` and `SBER`. Without a colon there is no prefix. */
export function partTicker(ticker: string): { readonly prefix: string | undefined; readonly symbol: string } {
  const colon = ticker.indexOf(":");
  if (colon < 0) return { prefix: undefined, symbol: ticker };
  return { prefix: ticker.slice(0, colon).toUpperCase().replace(DELAYED, ""), symbol: ticker.slice(colon + 1) };
}

/** Reads a ticker with Moscow's prefix or none; says what is wrong with one that can name nothing there. Nothing is guessed. */
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

/** What is wrong with a ticker whose prefix isn't one of the exchange's. */
function elsewhere(prefix: string, symbol: string): TickerFault {
  return NAME.test(prefix) && NAME.test(symbol) ? "OTHER_EXCHANGE" : "NOT_A_TICKER";
}

/** Why a broker can't be asked for `symbol`; undefined when it may be. */
export function faultOf(symbol: string): TickerFault | undefined {
  if (!NAME.test(symbol)) return "NOT_A_TICKER";
  return PERPETUAL.test(symbol) ? "OTHER_EXCHANGE" : undefined;
}

/** A contract's last day lies at most some weeks from the month that it is named after; a year's digit returns in ten years. */
const MAX_MONTHS_APART = 6;

/**
 * Whether the contract that a broker lists as `code` and trades until `lastDay` is the one that was meant. The code alone
 * says too little: `SiZ6` is the contract of 2026 and will be that of 2036.
 */
export function isMeant(wanted: FuturesContract, code: string, lastDay: Date): boolean {
  if (code.toUpperCase() !== wanted.code) return false;
  const months = (lastDay.getUTCFullYear() - wanted.year) * 12 + lastDay.getUTCMonth() + 1 - wanted.month;
  return Math.abs(months) <= MAX_MONTHS_APART;
}

/** Whether `code` is a contract on `asset`, in whatever case: what is offered instead of a refused `SI1!` or `SIZ2035`. */
export function isContractOn(asset: string, code: string): boolean {
  const capitals = code.toUpperCase();
  return capitals.startsWith(asset) && new RegExp(`^[${MONTHS}]\\d$`).test(capitals.slice(asset.length));
}
