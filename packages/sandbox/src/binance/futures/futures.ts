/** The simulated Binance USDⓈ-M futures: two environments that share only the catalogue. */
import { BINANCE_FUTURES } from "@chartrelay/contract";
import type { SimulatedVenue } from "../../parties.ts";
import type { Shared } from "../../party-server.ts";
import type { BinanceKeys, FuturesKey } from "../api-keys.ts";
import { createBinance, type BinanceOptions } from "../binance.ts";
import { LONG } from "../parameters.ts";
import type { RateLimit } from "../rate-limits.ts";
import { generalEndpoints } from "./general.ts";
import { FUTURES_MARKET } from "./listings.ts";
import { orderEndpoints } from "./orders.ts";
import type { FuturesOrder } from "./order-request.ts";

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
    rateLimits: RATE_LIMITS,
    firstOrderIds: { live: 672_331_000_000, demo: 4_055_000_000 },
    dialect: { recvWindow: LONG, microseconds: false, signatureLast: true },
    market: FUTURES_MARKET,
    endpoints: (orderEntry, market) => [
      ...generalEndpoints({ market, clock: orderEntry.clock, rateLimits: orderEntry.limits.list }),
      ...orderEndpoints(orderEntry),
    ],
  });
}
