/** The simulated Binance spot market: two environments that share only the catalogue. */
import { BINANCE_SPOT } from "@chartrelay/contract";
import type { MarketOrder } from "../../market/terms.ts";
import type { SimulatedVenue } from "../../parties.ts";
import type { Shared } from "../../party-server.ts";
import type { BinanceKeys, SpotKey } from "../api-keys.ts";
import { createBinance, type BinanceOptions } from "../binance.ts";
import { madeUpClientOrderId } from "../client-order-id.ts";
import { legal } from "../parameters.ts";
import type { RateLimit } from "../rate-limits.ts";
import { SPOT_INSTRUMENTS } from "./catalogue.ts";
import { generalEndpoints } from "./general.ts";
import { SPOT_MARKET } from "./listings.ts";
import { orderEndpoints } from "./orders.ts";
import type { SpotOrder } from "./order-request.ts";
import { serveWebSocketApi } from "./web-socket-api.ts";

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
    market: SPOT_MARKET,
    rateLimits: RATE_LIMITS,
    firstOrderIds: { live: 28_457_000_000, demo: 1_200_000 },
    dialect: {
      // Up to three digits after the point: rest-api.md, Timing security.
      recvWindow: legal(/^\d{1,20}(\.\d{1,3})?$/, "^([0-9]{1,20})(\\.[0-9]{1,3})?$"),
      microseconds: true,
      signatureLast: false,
    },
    describe: byHand,
    endpoints: ({ environment, orderEntry }) => [
      ...generalEndpoints({ environment, keys, ...orderEntry, rateLimits: orderEntry.limits.list }),
      ...orderEndpoints(orderEntry),
    ],
    streams: serveWebSocketApi,
  });
}

/** Returns an order placed on Binance's site; such ids begin with `web_`. */
function byHand({ instrument: symbol, side, quantity, limit: price }: MarketOrder): SpotOrder {
  const instrument = SPOT_INSTRUMENTS.get(symbol);
  if (!instrument) throw new RangeError(`${symbol} isn't in the catalogue`);
  return {
    instrument,
    symbol,
    side,
    type: price === null ? "MARKET" : "LIMIT",
    quantity,
    quoteOrderQty: null,
    price,
    timeInForce: "GTC",
    clientOrderId: `web_${madeUpClientOrderId()}`,
  };
}
