/** The simulated Binance spot market: two environments that share only the catalogue. */
import { BINANCE_SPOT } from "@chartrelay/contract";
import type { BinanceKeys, SpotKey } from "../api-keys.ts";
import { createBinance, type BinanceOptions } from "../binance.ts";
import { legal } from "../parameters.ts";
import type { RateLimit } from "../rate-limits.ts";
import type { SimulatedVenue } from "../../parties.ts";
import type { Shared } from "../../party-server.ts";
import { generalEndpoints } from "./general.ts";
import { SPOT_MARKET } from "./listings.ts";
import { orderEndpoints } from "./orders.ts";
import type { SpotOrder } from "./order-request.ts";

/** docs/venues/binance.md, Limits. */
const RATE_LIMITS: readonly RateLimit[] = [
  { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 6000 },
  { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 100 },
  { rateLimitType: "ORDERS", interval: "DAY", intervalNum: 1, limit: 160_000 },
  { rateLimitType: "RAW_REQUESTS", interval: "MINUTE", intervalNum: 5, limit: 300_000 },
];

/** Creates both environments; their servers aren't listening yet. */
export function createBinanceSpot(
  shared: Shared,
  keys: BinanceKeys,
  options: BinanceOptions = {},
): SimulatedVenue<SpotKey> {
  return createBinance<SpotKey, SpotOrder>(shared, keys, options, {
    venue: BINANCE_SPOT.name,
    addresses: BINANCE_SPOT.addresses,
    board: "SPOT",
    rateLimits: RATE_LIMITS,
    firstOrderIds: { live: 28_457_000_000, demo: 1_200_000 },
    dialect: {
      // Up to three digits after the point: rest-api.md, Timing security.
      recvWindow: legal(/^\d{1,20}(\.\d{1,3})?$/, "^([0-9]{1,20})(\\.[0-9]{1,3})?$"),
      microseconds: true,
      signatureLast: false,
    },
    market: SPOT_MARKET,
    endpoints: (orderEntry, market, environment) => [
      ...generalEndpoints({ environment, keys, market, clock: orderEntry.clock, rateLimits: orderEntry.limits.list }),
      ...orderEndpoints(orderEntry),
    ],
  });
}
