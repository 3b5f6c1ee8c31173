/** Binance spot: market and limit orders over its HTTP API (docs/venues/binance.md). */
import { BINANCE_SPOT } from "@chartrelay/contract";
import { toVenue } from "../../adapter.ts";
import type { Venue } from "../../venue.ts";
import { tradingAdapter } from "../adapter.ts";
import { createEnvironments } from "../environment.ts";
import { estimateSpot, pricing } from "../estimate.ts";
import { createExecutions } from "../executions.ts";
import type { BinanceOptions, Product } from "../product.ts";
import { askRights, readDemoAccount, readRestrictions, RESTRICTIONS } from "../rights.ts";
import { SPOT_ERROR_TABLE } from "./error-table.ts";
import { readEquity, readMoney, readPositions } from "./holdings.ts";
import { createSpotStreams } from "./stream.ts";

const SPOT: Product = {
  name: "Binance spot",
  isPerpetual: false,
  board: "SPOT",
  timePath: "/api/v3/time",
  rules: { path: "/api/v3/exchangeInfo", parameters: { showPermissionSets: "false" }, weight: 20 },
  price: { path: "/api/v3/ticker/price", weight: 2 },
  orders: {
    path: "/api/v3/order",
    refusedWeight: 1,
    lookUpWeight: 4,
    cancelIsFree: true,
    working: { path: "/api/v3/openOrders", weight: 80, weightOfSymbol: 6 },
    trades: { path: "/api/v3/myTrades", weight: 5 },
    testPath: "/api/v3/order/test",
    testWeight: 1,
  },
  // Includes how much was executed; FULL would add every fill.
  orderParameters: () => ({ newOrderRespType: "RESULT" }),
  venue: BINANCE_SPOT,
  errorTable: SPOT_ERROR_TABLE,
};

const DEMO_ACCOUNT = { path: "/api/v3/account", parameters: {}, weight: 20 };

/**
 * Creates the adapter. It keeps the venue's clock, symbols and limits in memory, and nothing elsewhere; one adapter
 * serves all accounts. Before the send, every failure is rejected or throttled; from the send on, everything that the
 * error table doesn't name is unknown.
 */
export function createBinanceSpot(options: BinanceOptions): Venue {
  const environments = createEnvironments(SPOT, options);
  const ask = { timeoutMs: environments.timeouts.lookUpMs, table: SPOT_ERROR_TABLE };
  const readLive = readRestrictions((key) => key.enableSpotAndMarginTrading);
  const trading = tradingAdapter(environments);
  return toVenue(SPOT.name, {
    ...trading,
    executions: createExecutions(environments, {
      positions: (...given) => readPositions(environments, ...given),
      money: (credentials, signal) => readMoney(environments, credentials, signal),
      equity: (credentials, signal) => readEquity(environments, credentials, signal),
      estimate: (order, credentials, signal) =>
        estimateSpot(environments, pricing(trading.price, credentials, signal), order, credentials, signal),
      events: createSpotStreams(environments),
    }),
    check(credentials, signal) {
      const { host } = environments.of(credentials);
      return credentials.isDemo
        ? askRights(host, { ...DEMO_ACCOUNT, ...ask }, readDemoAccount, credentials, signal)
        : askRights(host, { ...RESTRICTIONS, ...ask }, readLive, credentials, signal);
    },
  });
}
