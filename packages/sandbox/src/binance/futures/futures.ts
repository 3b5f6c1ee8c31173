/** The simulated Binance USDⓈ-M futures: two environments that share only the catalogue. */
import { BINANCE_FUTURES } from "@chartrelay/contract";
import type { MarketOrder } from "../../market/terms.ts";
import type { SimulatedVenue } from "../../parties.ts";
import type { Shared } from "../../party-server.ts";
import type { BinanceKeys, FuturesKey } from "../api-keys.ts";
import { createBinance, type BinanceOptions } from "../binance.ts";
import { madeUpClientOrderId } from "../client-order-id.ts";
import { LONG } from "../parameters.ts";
import type { RateLimit } from "../rate-limits.ts";
import { accountEndpoints } from "./account.ts";
import { FUTURES_INSTRUMENTS } from "./catalogue.ts";
import { generalEndpoints } from "./general.ts";
import { incomeEndpoint } from "./income.ts";
import { FUTURES_MARKET } from "./listings.ts";
import { orderEndpoints } from "./orders.ts";
import type { FuturesOrder } from "./order-request.ts";
import { serveUserStreams } from "./user-streams.ts";

/** docs/venues/binance.md, Futures: limits. */
const RATE_LIMITS: readonly RateLimit[] = [
  { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 2400 },
  { rateLimitType: "ORDERS", interval: "MINUTE", intervalNum: 1, limit: 1200 },
  { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 300 },
];

/** Creates both environments; their servers aren't listening yet. */
export function createBinanceFutures(
  shared: Shared,
  keys: BinanceKeys,
  options: BinanceOptions = {},
): SimulatedVenue<FuturesKey> {
  return createBinance<FuturesKey, FuturesOrder>(shared, keys, options, {
    venue: BINANCE_FUTURES.name,
    addresses: BINANCE_FUTURES.addresses,
    board: "USDM",
    market: FUTURES_MARKET,
    rateLimits: RATE_LIMITS,
    firstOrderIds: { live: 672_331_000_000, demo: 4_055_000_000 },
    dialect: { recvWindow: LONG, microseconds: false, signatureLast: true },
    describe: byHand,
    endpoints: ({ orderEntry }) => {
      const { market, book, limits, clock } = orderEntry;
      const sideOf = (order: MarketOrder) => book.of(order).request.positionSide;
      const withOrders = (account: string) =>
        new Set(book.open(account, undefined).map(({ request: { symbol } }) => symbol));
      return [
        ...generalEndpoints({ market, clock, rateLimits: limits.list }),
        ...accountEndpoints({ market, sideOf }, withOrders),
        incomeEndpoint({ market, book, sideOf }),
        ...orderEndpoints(orderEntry),
      ];
    },
    streams: serveUserStreams,
  });
}

/** Returns an order placed on Binance's site; such ids begin with `web_`. */
function byHand({ instrument: symbol, side, quantity, limit: price, reduceOnly }: MarketOrder): FuturesOrder {
  const instrument = FUTURES_INSTRUMENTS.get(symbol);
  if (!instrument) throw new RangeError(`${symbol} isn't in the catalogue`);
  return {
    instrument,
    symbol,
    side,
    type: price === null ? "MARKET" : "LIMIT",
    quantity,
    price,
    timeInForce: "GTC",
    positionSide: "BOTH",
    reduceOnly,
    goodTillDate: null,
    clientOrderId: `web_${madeUpClientOrderId()}`,
  };
}
