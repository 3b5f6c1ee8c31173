/**
 * What the names of fields that aren't ours mean: docs/decisions/parser.md, Other fields; docs/venues/tradingview.md,
 * Other relays' messages.
 */
import type { OrderField } from "./order-message.ts";
import type { ProblemCode } from "./problems.ts";

/** What other relays call our fields: names to suggest, never to read. */
export const OTHER_NAMES: ReadonlyMap<string, OrderField> = new Map<string, OrderField>([
  ["symbol", "ticker"],
  ["instrument", "ticker"],
  ["pair", "ticker"],
  ["tvinstrument", "ticker"],
  ["side", "direction"],
  ["ordertype", "type"],
  ["pricetype", "type"],
  ["qty", "contracts"],
  ["quantity", "contracts"],
  ["size", "contracts"],
  ["amount", "contracts"],
  ["lots", "contracts"],
  ["lot", "contracts"],
  ["orderqty", "contracts"],
  ["ordersize", "contracts"],
  ["limitprice", "price"],
  ["stopprice", "triggerPrice"],
  ["tif", "timeInForce"],
]);

/** Names that mean one of our fields if that field is missing, and the chart's own data if it isn't. */
export const CHART_NAMES: ReadonlyMap<string, OrderField> = new Map<string, OrderField>([
  ["volume", "contracts"],
  ["ordercontracts", "contracts"],
  ["orderaction", "direction"],
  ["orderprice", "price"],
]);

/** Our future fields that decide an order: until we build them, a message that has one is refused. */
const TO_COME = {
  stopLossPercent: "PROTECTION_NOT_SUPPORTED",
  stopLossOffset: "PROTECTION_NOT_SUPPORTED",
  stopLossPrice: "PROTECTION_NOT_SUPPORTED",
  trailingPercent: "PROTECTION_NOT_SUPPORTED",
  trailingOffset: "PROTECTION_NOT_SUPPORTED",
  takeProfitPercent: "PROTECTION_NOT_SUPPORTED",
  takeProfitOffset: "PROTECTION_NOT_SUPPORTED",
  takeProfitPrice: "PROTECTION_NOT_SUPPORTED",
  takeProfits: "PROTECTION_NOT_SUPPORTED",
  riskMoney: "SIZING_NOT_SUPPORTED",
  riskPercent: "SIZING_NOT_SUPPORTED",
} as const satisfies Readonly<Record<string, ProblemCode>>;

/** Fields that decide nothing, unless `strategy` stands in place of the account: kept and shown. */
const KEPT = ["strategy", "comment"] as const;

export const DECISIVE_FIELDS_TO_COME: readonly string[] = Object.keys(TO_COME);
export const KEPT_FIELDS: readonly string[] = KEPT;

/** Names by which other relays change an order, in lower case and without punctuation. */
const FOREIGN = {
  PROTECTION_NOT_SUPPORTED:
    "stoploss takeprofit sl tp stop target targets trail trailing trailingstop trailamount trailpercent " +
    "trailprice breakeven be bracket oco slprice tpprice stoporder stoplosstype stoporcancel stopormarket " +
    "stoptakeprofit sltp tpsl",
  SIZING_NOT_SUPPORTED:
    "quantitytype qtytype sizetype amounttype currencytype amountpertrade amountpertradetype vollots voldollar " +
    "volpercent quoteorderqty quoteqty quotequantity dollaramount usdamount percentofequity percentofposition " +
    "orderpercent risk riskdollar multiplier cost notional disclosedquantity units",
  TARGET_NOT_SUPPORTED: "positionsize sentiment targetposition targetsize positiontarget targetquantity",
  ACTION_NOT_SUPPORTED:
    "cancel cancelall cancelordertype closeposition closeall exit flatten flat delay wait isbuy issell isclose " +
    "command cmd profilescodes",
  EXECUTION_NOT_SUPPORTED:
    "leverage lev reduceonly reduce postonly margintype marginmode isolated hedge hedgemode positionmode " +
    "product maxlag timetolive ttl expiry expiration expire goodtilldate extendedhours ignoretradingwindows " +
    "pyramiding protectingseconds allowmargin dryrun",
} as const satisfies Partial<Record<ProblemCode, string>>;
const CODES: ReadonlyMap<string, ProblemCode> = new Map([
  ...Object.entries(TO_COME).map(([name, code]) => [lettersOf(name), code] as const),
  ...Object.entries(FOREIGN).flatMap(([code, names]) =>
    names.split(" ").map((name) => [name, code as ProblemCode] as const),
  ),
]);
/** `sl_pips`, `tp2`, `stopLossDistance` and the like. */
const PROTECTION =
  /^(?:(?:sl|tp)(?:\d|pips|pct|percent|points|ticks|offset|price|distance)+$|stoplos|takeprof|trailing|breakeven)/;

/** Returns a name in lower case, without punctuation. */
export function lettersOf(name: string): string {
  return name
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Returns why a message with a field of exactly this name is refused; undefined if the name changes no order. */
export function refusalOf(letters: string): ProblemCode | undefined {
  return CODES.get(letters);
}

/** Returns the same as `refusalOf`, for names of protective orders that are made of parts. */
export function refusalByParts(letters: string): ProblemCode | undefined {
  return PROTECTION.test(letters) ? "PROTECTION_NOT_SUPPORTED" : undefined;
}

/** Inside another field's value, these names are a strategy's data, and no relay looks there for instructions. */
const DATA_INSIDE: ReadonlySet<string> = new Set(
  [
    "position action stop target targets money risk units product cost be lev expiry",
    FOREIGN.TARGET_NOT_SUPPORTED,
    FOREIGN.ACTION_NOT_SUPPORTED,
  ].flatMap((names) => names.split(" ")),
);

/** Returns the same as `refusalOf`, for a name inside another field's value. */
export function refusalInside(letters: string): ProblemCode | undefined {
  return DATA_INSIDE.has(letters) ? undefined : (refusalOf(letters) ?? refusalByParts(letters));
}
