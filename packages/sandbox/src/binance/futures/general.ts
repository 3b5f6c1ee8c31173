/** Public endpoints, and those that a key's owner may call: time, exchangeInfo, position mode, account's settings. */
import type { Market } from "../../market/terms.ts";
import type { FuturesKey } from "../api-keys.ts";
import type { Call, Endpoint, SignedCall } from "../endpoints.ts";
import { SYMBOL, type Parameters } from "../parameters.ts";
import type { RateLimit } from "../rate-limits.ts";
import { UNKNOWN_SYMBOL } from "../refusals.ts";
import { FUTURES_INSTRUMENTS, FUTURES_PERCENT, type FuturesInstrument } from "./catalogue.ts";

type Asked = SignedCall<FuturesKey>;

interface Premises {
  readonly market: Market;
  /** The venue's own, in milliseconds. */
  readonly clock: () => number;
  readonly rateLimits: readonly RateLimit[];
}

export function generalEndpoints({ market, clock, rateLimits }: Premises): readonly Endpoint<FuturesKey>[] {
  const open = { method: "GET", operation: "market-data", security: "none", weight: 1, parameters: {} } as const;
  const ofKey = { method: "GET", operation: "auth", security: "read", parameters: {} } as const;
  const symbols = [...FUTURES_INSTRUMENTS.values()].map(listed);
  return [
    { ...open, path: "/fapi/v1/ping", answer: () => ({ status: 200, body: {} }) },
    { ...open, path: "/fapi/v1/time", answer: () => ({ status: 200, body: { serverTime: Math.floor(clock()) } }) },
    {
      ...open,
      path: "/fapi/v1/exchangeInfo",
      answer: () => ({
        status: 200,
        body: {
          timezone: "UTC",
          serverTime: Math.floor(clock()),
          rateLimits,
          exchangeFilters: [],
          assets: [{ asset: "USDT", marginAvailable: true, autoAssetExchange: "-10000" }],
          symbols,
        },
      }),
    },
    {
      ...open,
      path: "/fapi/v2/ticker/price",
      weight: (parameters: Parameters) => (parameters.has("symbol") ? 1 : 2),
      parameters: { symbol: SYMBOL },
      answer: ({ parameters }: Call) => {
        const time = Math.floor(clock());
        const prices = [...FUTURES_INSTRUMENTS.values()].map(({ symbol }) => ({
          symbol,
          price: market.price(symbol),
          time,
        }));
        const symbol = parameters.get("symbol");
        const body = symbol === undefined ? prices : prices.find((one) => one.symbol === symbol);
        return body ? { status: 200, body } : UNKNOWN_SYMBOL;
      },
    },
    {
      ...ofKey,
      path: "/fapi/v1/positionSide/dual",
      weight: 30,
      answer: ({ key }: Asked) => ({ status: 200, body: { dualSidePosition: key.hedgeMode } }),
    },
    {
      ...ofKey,
      path: "/fapi/v1/accountConfig",
      weight: 5,
      answer: ({ key }: Asked) => ({
        status: 200,
        body: {
          feeTier: 0,
          canTrade: true,
          canDeposit: true,
          canWithdraw: true,
          dualSidePosition: key.hedgeMode,
          multiAssetsMargin: false,
          tradeGroupId: -1,
          updateTime: 0,
        },
      }),
    },
  ];
}

/** Returns one symbol of exchangeInfo. `pricePrecision` and `quantityPrecision` are neither tick nor step. */
function listed(instrument: FuturesInstrument): object {
  const { symbol, pair, contractType, deliveryDate, status, baseAsset, quoteAsset } = instrument;
  return {
    symbol,
    pair,
    contractType,
    deliveryDate,
    onboardDate: Date.UTC(2019, 8, 25, 8),
    status,
    maintMarginPercent: "2.5000",
    requiredMarginPercent: "5.0000",
    baseAsset,
    quoteAsset,
    marginAsset: quoteAsset,
    pricePrecision: instrument.pricePrecision,
    quantityPrecision: instrument.quantityPrecision,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: "COIN",
    underlyingSubType: ["PoW"],
    triggerProtect: "0.0500",
    liquidationFee: "0.012500",
    marketTakeBound: "0.05",
    filters: filters(instrument),
    orderTypes: ["LIMIT", "MARKET", "STOP", "STOP_MARKET", "TAKE_PROFIT", "TAKE_PROFIT_MARKET", "TRAILING_STOP_MARKET"],
    timeInForce: ["GTC", "IOC", "FOK", "GTX", "GTD"],
  };
}

function filters({ prices, lots, marketLots, minNotional }: FuturesInstrument): readonly object[] {
  return [
    { filterType: "PRICE_FILTER", minPrice: prices.min, maxPrice: prices.max, tickSize: prices.step },
    { filterType: "LOT_SIZE", minQty: lots.min, maxQty: lots.max, stepSize: lots.step },
    { filterType: "MARKET_LOT_SIZE", minQty: marketLots.min, maxQty: marketLots.max, stepSize: marketLots.step },
    { filterType: "MAX_NUM_ORDERS", limit: 200 },
    { filterType: "MIN_NOTIONAL", notional: minNotional },
    {
      filterType: "PERCENT_PRICE",
      multiplierUp: FUTURES_PERCENT.up,
      multiplierDown: FUTURES_PERCENT.down,
      multiplierDecimal: "4",
    },
  ];
}
