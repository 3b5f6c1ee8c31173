/** What changed a futures account's wallet: `/fapi/v1/income` (futures documentation, Get Income History). */
import { negated, signOf, withDigits } from "@chartrelay/contract";
import type { Market } from "../../market/terms.ts";
import type { FuturesKey } from "../api-keys.ts";
import type { Endpoint, SignedCall } from "../endpoints.ts";
import type { OrderBook } from "../order-book.ts";
import { LONG, oneOf, SYMBOL, type Parameters } from "../parameters.ts";
import { invalid, UNKNOWN_SYMBOL } from "../refusals.ts";
import { FUTURES_INSTRUMENTS } from "./catalogue.ts";
import type { FuturesOrder } from "./order-request.ts";
import { realisedProfits, type SideOf } from "./positions.ts";

interface IncomeParts {
  readonly market: Market;
  readonly book: OrderBook<FuturesOrder>;
  readonly sideOf: SideOf;
}

interface Income {
  readonly symbol: string;
  readonly incomeType: (typeof TYPES)[number];
  readonly income: string;
  readonly asset: string;
  readonly info: string;
  readonly time: number;
  /** Unique in its type and account. */
  readonly tranId: number;
  readonly tradeId: string;
}

/** Those of Binance's that trading brings about. */
const TYPES = ["FUNDING_FEE", "REALIZED_PNL", "COMMISSION"] as const;
const FIRST_FUNDING_ID = 9_689_322_392;
const DAY_MS = 24 * 60 * 60_000;
/** Without a start and an end, so much is returned; older records than three months are gone. */
const USUAL_MS = 7 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;
const USUAL_PAGE = "100";
const LONGEST_PAGE = 1_000;

export function incomeEndpoint(parts: IncomeParts): Endpoint<FuturesKey> {
  return {
    method: "GET",
    path: "/fapi/v1/income",
    operation: "money",
    security: "read",
    weight: 30,
    parameters: {
      symbol: SYMBOL,
      incomeType: oneOf(TYPES),
      startTime: LONG,
      endTime: LONG,
      page: LONG,
      limit: LONG,
    },
    answer: ({ key, parameters }: SignedCall<FuturesKey>) => {
      const symbol = parameters.get("symbol");
      if (symbol !== undefined && !FUTURES_INSTRUMENTS.has(symbol)) return UNKNOWN_SYMBOL;
      const length = Number(parameters.get("limit") ?? USUAL_PAGE);
      if (length < 1 || length > LONGEST_PAGE) return invalid("limit");
      const page = Math.max(1, Number(parameters.get("page") ?? "1"));
      const asked = incomesOf(key.account, parts).filter(isAsked(parameters, parts.market.nowMs()));
      return { status: 200, body: asked.slice((page - 1) * length, page * length) };
    },
  };
}

/** Returns an account's records, oldest first. */
function incomesOf(account: string, { market, book, sideOf }: IncomeParts): readonly Income[] {
  const funding = market.fundingOf(account).map(({ sequence, instrument: symbol, asset, amount, atMs }): Income => ({
    symbol,
    incomeType: "FUNDING_FEE",
    income: withDigits(amount, 8),
    asset,
    info: "FUNDING_FEE",
    time: Math.floor(atMs),
    tranId: FIRST_FUNDING_ID + sequence - 1,
    tradeId: "",
  }));
  const trades = realisedProfits(account, market, sideOf).flatMap(({ fill, amount }) => {
    const of = (incomeType: Income["incomeType"], income: string, asset: string): Income => ({
      symbol: fill.order.instrument,
      incomeType,
      income: withDigits(income, 8),
      asset,
      info: String(book.tradeId(fill)),
      time: Math.floor(fill.atMs),
      tranId: book.tradeId(fill),
      tradeId: String(book.tradeId(fill)),
    });
    const commission = of("COMMISSION", negated(fill.fee), fill.feeCurrency);
    return signOf(amount) === 0 ? [commission] : [commission, of("REALIZED_PNL", amount, fill.feeCurrency)];
  });
  return [...funding, ...trades].toSorted((one, other) => one.time - other.time);
}

function isAsked(parameters: Parameters, nowMs: number): (income: Income) => boolean {
  const [symbol, type] = [parameters.get("symbol"), parameters.get("incomeType")];
  const [start, end] = [parameters.get("startTime"), parameters.get("endTime")];
  const isUsual = start === undefined && end === undefined;
  const fromMs = Math.max(Number(start ?? 0), nowMs - (isUsual ? USUAL_MS : KEPT_MS));
  const toMs = Number(end ?? Infinity);
  return (income) =>
    (symbol === undefined || income.symbol === symbol) &&
    (type === undefined || income.incomeType === type) &&
    income.time >= fromMs &&
    income.time <= toMs;
}
