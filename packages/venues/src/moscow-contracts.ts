/**
 * Contracts behind TradingView's continuous symbols at the Moscow exchange: docs/venues/tradingview.md, Tickers. The
 * exchange has two names for a future's underlying asset, the contract's (`RTS-12.26`) and a code of two letters for
 * short names (`RIZ6`); TradingView's chains may be called by either.
 */
import type { ListedContract } from "./listed-contract.ts";
import { isContractOn, isMeant, partTicker } from "./moscow-ticker.ts";

/**
 * The codes of assets that have another name in their contracts (moex.com, specification of derivatives' short codes).
 * A chain by a long name that is missing here finds no contracts, and is refused.
 */
const CODES: Readonly<Record<string, string>> = {
  AFKS: "AK",
  AFLT: "AF",
  ALRS: "AL",
  CHMF: "CH",
  CNY: "CR",
  FEES: "FS",
  GAZR: "GZ",
  GMKN: "GK",
  GOLD: "GD",
  HYDR: "HY",
  LKOH: "LK",
  MAGN: "MG",
  MGNT: "MN",
  MIX: "MX",
  MOEX: "ME",
  MTSI: "MT",
  MXI: "MM",
  NASD: "NA",
  NLMK: "NM",
  NOTK: "NK",
  PLD: "PD",
  PLT: "PT",
  ROSN: "RN",
  RTS: "RI",
  RTSM: "RM",
  SBPR: "SP",
  SBRF: "SR",
  SILV: "SV",
  SNGP: "SG",
  SNGR: "SN",
  SPYF: "SF",
  TATN: "TT",
  TRNF: "TN",
  VTBR: "VB",
};

/** Returns the code with which the short names of an asset's contracts begin, in capitals: `RI` for `RTS`. */
export function codeOfAsset(asset: string): string {
  const capitals = asset.toUpperCase();
  return CODES[capitals] ?? capitals;
}

const CHAIN = /^([A-Z\d]+)([1-9])!$/i;

/** What a continuous symbol stands for: `place` 1 is the nearest contract, 2 the one after it. */
export interface Chain {
  /** In capitals, as in the symbol. */
  readonly asset: string;
  readonly place: number;
}

/** Returns what a continuous symbol stands for; undefined if the ticker isn't one. */
export function chainIn(ticker: string): Chain | undefined {
  const [, asset, place] = CHAIN.exec(partTicker(ticker).symbol) ?? [];
  return asset === undefined ? undefined : { asset: asset.toUpperCase(), place: Number(place) };
}

const MONTHS = "FGHJKMNQUVXZ";
const WITH_YEAR = new RegExp(`^([A-Z\\d]+?)([${MONTHS}])((?:20)?\\d\\d)$`, "i");

/** Returns whether `name`, as TradingView or the venue writes it, is that contract. */
export function isNameOf(name: string, { symbol, code, lastDay }: Pick<ListedContract, "symbol" | "code" | "lastDay">) {
  const named = partTicker(name).symbol.toUpperCase();
  if (named === symbol.toUpperCase() || named === code.toUpperCase()) return true;
  const [, asset, letter = "", digits = ""] = WITH_YEAR.exec(named) ?? [];
  if (asset === undefined) return false;
  const [month, year] = [MONTHS.indexOf(letter) + 1, 2000 + Number(digits.slice(-2))];
  const wanted = { kind: "contract", code: `${codeOfAsset(asset)}${letter}${year % 10}`, asset, month, year } as const;
  return isMeant(wanted, code, new Date(lastDay));
}

/** Returns whether a contract that a ledger holds, by its symbol or code, is one of the chain's. */
export function isInChain(symbol: string, { asset }: Chain): boolean {
  const code = codeOfAsset(asset);
  const named = LONG.exec(symbol)?.[1];
  return named === undefined ? isContractOn(code, symbol) : codeOfAsset(named) === code;
}

/** `SI-12.26`. */
const LONG = /^([A-Z\d]+)-(\d{1,2})\.(\d\d)$/i;
const SHORT = new RegExp(`([${MONTHS}])(\\d)$`, "i");

/** Returns whether the month in a contract's name is over on a day; a contract's last day isn't later than its month. */
export function isMonthOver(symbol: string, today: string): boolean {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const [, , longMonth, longYear] = LONG.exec(symbol) ?? [];
  const [, letter = "", digit] = SHORT.exec(symbol) ?? [];
  if (longMonth !== undefined) return isBefore(2000 + Number(longYear), Number(longMonth));
  if (digit === undefined) return false;
  // Of the years that end with the digit, the one nearest to now: the exchange lists contracts for some years ahead.
  const named = year + ((((Number(digit) - year) % 10) + 14) % 10) - 4;
  return isBefore(named, MONTHS.indexOf(letter.toUpperCase()) + 1);

  function isBefore(ofYear: number, ofMonth: number): boolean {
    return ofYear < year || (ofYear === year && ofMonth < month);
  }
}
