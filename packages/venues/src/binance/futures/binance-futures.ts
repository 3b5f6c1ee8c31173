/** Binance USDⓈ-M futures: market and limit orders for perpetual contracts (docs/venues/binance.md, USDⓈ-M futures). */
import { BINANCE_FUTURES, BINANCE_SPOT } from "@chartrelay/contract";
import { toVenue } from "../../adapter.ts";
import type { Credentials, Rights, Venue } from "../../venue.ts";
import { tradingAdapter } from "../adapter.ts";
import { createEnvironments, settingsOf } from "../environment.ts";
import { estimateFutures, pricing } from "../estimate.ts";
import { createExecutions } from "../executions.ts";
import { createHost } from "../host.ts";
import type { BinanceOptions, Product } from "../product.ts";
import { askRights, readDemoAccount, readRestrictions, RESTRICTIONS } from "../rights.ts";
import { FUTURES_ERROR_TABLE } from "./error-table.ts";
import { readFunding } from "./funding.ts";
import { readEquity, readMode, readMoney, readPositions } from "./holdings.ts";
import { followFutures } from "./stream.ts";

export interface BinanceFuturesOptions extends BinanceOptions {
  /** The live spot host, the only one that tells what a key may do; without it, we can't check live keys. */
  readonly restrictionsUrl?: string;
}

const FUTURES: Product = {
  name: "Binance USDⓈ-M futures",
  isPerpetual: true,
  board: "PERPETUAL",
  timePath: "/fapi/v1/time",
  rules: { path: "/fapi/v1/exchangeInfo", parameters: {}, weight: 1 },
  price: { path: "/fapi/v2/ticker/price", weight: 1 },
  orders: {
    path: "/fapi/v1/order",
    refusedWeight: 0,
    lookUpWeight: 1,
    cancelIsFree: false,
    working: { path: "/fapi/v1/openOrders", weight: 40, weightOfSymbol: 1 },
    trades: { path: "/fapi/v1/userTrades", weight: 5 },
    testPath: "/fapi/v1/order/test",
    testWeight: 0,
  },
  /**
   * BOTH is the one position of one-way mode. In hedge mode an order must say whether it is for the long or the short
   * position: its SELL may mean to close the long or to open the short, and a wrong guess doubles what should have been
   * closed. So the message has to say it, and we guess nothing. We don't ask for the mode either: the venue refuses a
   * mismatch (-4061) unexecuted, according to the mode at that moment, and at no cost to the weight that everybody
   * shares (docs/pitfalls.md, V23).
   */
  orderParameters: ({ positionSide = "BOTH" }) => ({ positionSide, newOrderRespType: "RESULT" }),
  venue: BINANCE_FUTURES,
  errorTable: FUTURES_ERROR_TABLE,
};

const DEMO_ACCOUNT = { path: "/fapi/v1/accountConfig", parameters: {}, weight: 5 };
/** The address's limit on the restrictions' host, separate from the one for orders. */
const RESTRICTIONS_HOST = { timePath: "/api/v3/time", weightPerMinute: BINANCE_SPOT.weightPerMinute };

/** Creates the adapter; see createBinanceSpot. */
export function createBinanceFutures(options: BinanceFuturesOptions): Venue {
  const environments = createEnvironments(FUTURES, options);
  const url = options.restrictionsUrl;
  const { timeouts, ...settings } = settingsOf(options);
  const spotHost = url === undefined ? undefined : createHost({ url, ...RESTRICTIONS_HOST, ...settings, ...timeouts });
  const ask = { timeoutMs: timeouts.lookUpMs, table: FUTURES_ERROR_TABLE };
  const readLive = readRestrictions((key) => key.enableFutures);
  const trading = tradingAdapter(environments);

  async function check(credentials: Credentials, signal: AbortSignal): Promise<Rights> {
    if (credentials.isDemo) {
      const { host } = environments.of(credentials);
      return askRights(host, { ...DEMO_ACCOUNT, ...ask }, readDemoAccount, credentials, signal);
    }
    // The futures host says what the account may do, withdrawals included, but nothing about the key, whose rights may
    // differ.
    if (!spotHost) return { kind: "unclear", cause: "the futures host doesn't tell a key's rights" };
    return askRights(spotHost, { ...RESTRICTIONS, ...ask }, readLive, credentials, signal);
  }

  return toVenue(FUTURES.name, {
    ...trading,
    executions: createExecutions(environments, {
      positions: (...given) => readPositions(environments, ...given),
      money: (credentials, signal) => readMoney(environments, credentials, signal),
      equity: (credentials, signal) => readEquity(environments, credentials, signal),
      isHedged: (credentials, signal) => readMode(environments, credentials, signal),
      funding: (period, credentials, signal) => readFunding(environments, period, credentials, signal),
      estimate: (order, credentials, signal) =>
        estimateFutures(environments, pricing(trading.price, credentials, signal), order, credentials, signal),
      events: (credentials, listener, signal) => followFutures(environments, credentials, listener, signal),
    }),
    check,
    async close() {
      await Promise.all([trading.close(), spotHost?.close()]);
    },
  });
}
