/** Public endpoints, and those about a key: time, exchangeInfo, account, apiRestrictions. */
import { withDigits } from "@chartrelay/contract";
import type { Answer } from "../../fault-delivery.ts";
import type { Environment } from "../../ledger.ts";
import type { Market } from "../../market/terms.ts";
import { endOf, type BinanceKey, type BinanceKeys, type SpotKey } from "../api-keys.ts";
import type { Range } from "../filters.ts";
import type { Call, Endpoint, SignedCall } from "../endpoints.ts";
import { BOOLEAN, oneOf, SYMBOL, TEXT, type Parameters } from "../parameters.ts";
import type { RateLimit } from "../rate-limits.ts";
import { BAD_COMBINATION, refused, UNKNOWN_SYMBOL } from "../refusals.ts";
import { account } from "./account.ts";
import {
  SPOT_INSTRUMENTS,
  SPOT_MAX_OPEN_ORDERS,
  SPOT_PERCENT,
  SPOT_PRECISION,
  type SpotInstrument,
} from "./catalogue.ts";

interface Premises {
  readonly environment: Environment;
  readonly keys: BinanceKeys;
  readonly market: Market;
  /** The venue's own, in milliseconds. */
  readonly clock: () => number;
  readonly rateLimits: readonly RateLimit[];
}

export function generalEndpoints({
  environment,
  keys,
  market,
  clock,
  rateLimits,
}: Premises): readonly Endpoint<SpotKey>[] {
  const open = { method: "GET", operation: "market-data", security: "none" } as const;
  const ofKey = { method: "GET", operation: "auth", security: "read" } as const;
  return [
    { ...open, path: "/api/v3/ping", weight: 1, parameters: {}, answer: () => ({ status: 200, body: {} }) },
    {
      ...open,
      path: "/api/v3/time",
      weight: 1,
      parameters: {},
      answer: () => ({ status: 200, body: { serverTime: Math.floor(clock()) } }),
    },
    {
      ...open,
      path: "/api/v3/exchangeInfo",
      weight: 20,
      parameters: {
        symbol: SYMBOL,
        symbols: TEXT,
        permissions: TEXT,
        showPermissionSets: BOOLEAN,
        symbolStatus: oneOf(["TRADING", "HALT", "BREAK"], refused(-1122, "Invalid symbolStatus.")),
      },
      answer: ({ parameters }: Call) => {
        const found = selected(parameters);
        if ("status" in found) return found;
        const withSets = parameters.get("showPermissionSets") !== "false";
        const head = { timezone: "UTC", serverTime: Math.floor(clock()), rateLimits, exchangeFilters: [] };
        return { status: 200, body: { ...head, symbols: found.instruments.map((one) => listed(one, withSets)) } };
      },
    },
    {
      ...open,
      path: "/api/v3/ticker/price",
      weight: (parameters: Parameters) => (parameters.has("symbol") ? 2 : 4),
      parameters: { symbol: SYMBOL, symbols: TEXT },
      answer: ({ parameters }: Call) => {
        const found = selected(parameters);
        if ("status" in found) return found;
        const prices = found.instruments.map(({ symbol }) => ({ symbol, price: digits(market.price(symbol)) }));
        return { status: 200, body: (parameters.has("symbol") ? prices[0] : prices) ?? {} };
      },
    },
    {
      ...ofKey,
      path: "/api/v3/account",
      // One request answers both what a key may do and what its account has; who asks for that leaves the empty ones out.
      operation: (parameters) => (omitsZero(parameters) ? "money" : "auth"),
      weight: 20,
      parameters: { omitZeroBalances: BOOLEAN },
      answer: ({ key, parameters }: SignedCall<SpotKey>) => account(key, market, omitsZero(parameters)),
    },
    // The wallet's endpoints exist only on the live host, and have a budget of their own.
    ...(environment === "demo"
      ? []
      : [
          {
            method: "GET" as const,
            operation: "auth" as const,
            security: "wallet" as const,
            path: "/sapi/v1/account/apiRestrictions",
            weight: 0,
            parameters: {},
            answer: ({ key }: SignedCall<BinanceKey>) => ({
              status: 200,
              body: restrictions(keys.everywhere(environment, key.account)),
            }),
          },
        ]),
  ];
}

const omitsZero = (parameters: Parameters) => parameters.get("omitZeroBalances") === "true";

function selected(parameters: Parameters): { instruments: readonly SpotInstrument[] } | Answer {
  const [symbol, symbols, permissions, status] = ["symbol", "symbols", "permissions", "symbolStatus"].map((name) =>
    parameters.get(name),
  );
  const ways = [symbol, symbols, permissions ?? status].filter((given) => given !== undefined);
  if (ways.length > 1) return BAD_COMBINATION;
  const names = symbol === undefined ? namesIn(symbols) : [symbol];
  if (names === undefined) return refused(-1100, "Illegal characters found in parameter 'symbols'.");
  const instruments = names.flatMap((name) => SPOT_INSTRUMENTS.get(name) ?? []);
  if (instruments.length < names.length) return UNKNOWN_SYMBOL;
  if (names.length > 0) return { instruments };
  const isPermitted = permissions === undefined || /\bSPOT\b/.test(permissions);
  const all = isPermitted ? [...SPOT_INSTRUMENTS.values()] : [];
  return { instruments: all.filter((one) => status === undefined || one.status === status) };
}

/** Returns the names in a JSON list, none if there is no list; undefined if it can't be read. */
function namesIn(symbols: string | undefined): readonly string[] | undefined {
  if (symbols === undefined) return [];
  return /^\["[^"\s]+"(,"[^"\s]+")*\]$/.test(symbols) ? (JSON.parse(symbols) as string[]) : undefined;
}

/** Returns one symbol of exchangeInfo. Its precisions are those of the assets: none is a tick or a step. */
function listed(instrument: SpotInstrument, withPermissionSets: boolean): object {
  const { symbol, status, baseAsset, quoteAsset } = instrument;
  return {
    symbol,
    status,
    baseAsset,
    baseAssetPrecision: SPOT_PRECISION,
    quoteAsset,
    quotePrecision: SPOT_PRECISION,
    quoteAssetPrecision: SPOT_PRECISION,
    baseCommissionPrecision: SPOT_PRECISION,
    quoteCommissionPrecision: SPOT_PRECISION,
    orderTypes: ["LIMIT", "LIMIT_MAKER", "MARKET"],
    icebergAllowed: false,
    ocoAllowed: false,
    otoAllowed: false,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: false,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filters(instrument),
    permissions: [],
    permissionSets: withPermissionSets ? [["SPOT"]] : [],
    defaultSelfTradePreventionMode: "NONE",
    allowedSelfTradePreventionModes: ["NONE"],
  };
}

function filters({ prices, lots, marketLots, ...rest }: SpotInstrument): readonly object[] {
  const quantities = ({ min, max, step }: Range) => ({
    minQty: digits(min),
    maxQty: digits(max),
    stepSize: digits(step),
  });
  return [
    {
      filterType: "PRICE_FILTER",
      minPrice: digits(prices.min),
      maxPrice: digits(prices.max),
      tickSize: digits(prices.step),
    },
    { filterType: "LOT_SIZE", ...quantities(lots) },
    { filterType: "MARKET_LOT_SIZE", ...quantities(marketLots) },
    {
      filterType: "PERCENT_PRICE_BY_SIDE",
      bidMultiplierUp: SPOT_PERCENT.bidUp,
      bidMultiplierDown: SPOT_PERCENT.bidDown,
      askMultiplierUp: SPOT_PERCENT.askUp,
      askMultiplierDown: SPOT_PERCENT.askDown,
      avgPriceMins: 5,
    },
    {
      filterType: "NOTIONAL",
      minNotional: digits(rest.minNotional),
      applyMinToMarket: rest.applyMinToMarket,
      maxNotional: digits(rest.maxNotional),
      applyMaxToMarket: false,
      avgPriceMins: 5,
    },
    { filterType: "MAX_NUM_ORDERS", maxNumOrders: SPOT_MAX_OPEN_ORDERS },
  ];
}

/** Writes a decimal as the venue does: with trailing zeros, so that a step's text doesn't show its digits. */
function digits(decimal: string): string {
  return withDigits(decimal, SPOT_PRECISION);
}

/** Wallet documentation, Get API Key Permission. */
function restrictions(keys: readonly BinanceKey[]): object {
  const ends = keys.flatMap((key) => endOf(key) ?? []);
  const mayTradeAt = (venue: BinanceKey["venue"]) => keys.some((key) => key.venue === venue && !key.readOnly);
  return {
    ipRestrict: keys.some(({ allowedIps }) => allowedIps.length > 0),
    createTime: 1_698_645_219_000,
    enableReading: !keys.some(({ tradeOnly }) => tradeOnly),
    enableWithdrawals: keys.some(({ mayWithdraw }) => mayWithdraw),
    enableInternalTransfer: false,
    enableMargin: false,
    enableFutures: mayTradeAt("BINANCE_FUTURES"),
    permitsUniversalTransfer: false,
    enableVanillaOptions: false,
    enableFixApiTrade: false,
    enableFixReadOnly: false,
    enableSpotAndMarginTrading: mayTradeAt("BINANCE_SPOT"),
    enablePortfolioMarginTrading: false,
    ...(ends.length > 0 && { tradingAuthorityExpirationTime: Math.min(...ends) }),
  };
}
