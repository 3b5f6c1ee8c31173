/**
 * The simulated T-Invest: two environments that share only the instruments, each with a market, a REST gateway and
 * streams.
 */
import { T_INVEST } from "@chartrelay/contract";
import type { FastifyInstance } from "fastify";
import { HiddenOrders } from "../hidden-orders.ts";
import type { Environment } from "../ledger.ts";
import type { SimulatedVenue } from "../parties.ts";
import { partyServer, type Shared } from "../party-server.ts";
import { Accounts, type TinkoffAccount } from "./accounts.ts";
import { estimateMethods } from "./estimates.ts";
import { instrumentMethods } from "./instruments.ts";
import { tinkoffMarket } from "./listings.ts";
import { marketDataMethods } from "./market-data.ts";
import { BASE_PATH } from "./method.ts";
import { operationMethods, type Lags } from "./operations.ts";
import { OrderBook, tradeIdOf } from "./order-book.ts";
import { orderMethods } from "./orders.ts";
import { RequestLimits } from "./request-limits.ts";
import { scheduleMethods } from "./schedules.ts";
import type { StreamName } from "./stream-methods.ts";
import { StreamSlots } from "./stream-slots.ts";
import { serveStreams } from "./streams.ts";
import { userMethods } from "./users.ts";

export interface TinkoffOptions {
  /**
   * What one address may send per minute, to all methods and with all tokens. T-Invest advises 1,000 and doesn't say
   * what becomes of more (docs/venues/t-invest.md, Limits). Default: as much as it likes.
   */
  readonly requestsPerMinute?: number;
}

/** Documented is the order in which services learn of a fill, not the time (docs/venues/t-invest.md, Positions). */
const LAGS: Lags = { positionsMs: 100, portfolioMs: 500 };

/** The sandbox isn't documented to have the stream of order states (docs/venues/t-invest.md, Streams). */
const STREAM_METHODS: Readonly<Record<Environment, readonly StreamName[]>> = {
  live: ["OrdersStreamService/OrderStateStream", "OperationsStreamService/PositionsStream"],
  demo: ["OperationsStreamService/PositionsStream"],
};

/** Creates both environments; their servers aren't listening yet. */
export function createTinkoff(
  shared: Shared,
  { requestsPerMinute = Infinity }: TinkoffOptions = {},
): SimulatedVenue<TinkoffAccount> {
  const live = createEnvironment(shared, "live", 61_952_647_200n, requestsPerMinute);
  const demo = createEnvironment(shared, "demo", 10_000_000_000n, requestsPerMinute);
  const environments = { live, demo };
  return {
    servers: {
      [T_INVEST.addresses.apiUrl.setting]: live.app,
      [T_INVEST.addresses.demoApiUrl.setting]: demo.app,
    },
    basePath: BASE_PATH,
    register: (account) => environments[account.environment].accounts.register(account),
    reset: () => {
      for (const { book, limits, slots } of [live, demo]) {
        book.reset();
        limits.reset();
        slots.reset();
      }
    },
  };
}

function createEnvironment(
  shared: Shared,
  environment: Environment,
  firstOrderNumber: bigint,
  requestsPerMinute: number,
) {
  const { now, ledger } = shared;
  const market = shared.markets.open("TINKOFF", environment, { ...tinkoffMarket(environment), tradeIdOf });
  const { app, serve } = partyServer(shared, "TINKOFF", environment);
  const orderEntry = {
    app,
    serve,
    now,
    ledger,
    environment,
    accounts: new Accounts(),
    limits: new RequestLimits(),
    requestsPerMinute,
    market,
    lags: LAGS,
    slots: new StreamSlots(now),
    book: new OrderBook(market, firstOrderNumber),
    hidden: new HiddenOrders(),
  };
  userMethods(orderEntry);
  instrumentMethods(orderEntry);
  marketDataMethods(orderEntry);
  orderMethods(orderEntry);
  estimateMethods(orderEntry);
  operationMethods(orderEntry);
  scheduleMethods(orderEntry);
  serveStreams({ ...orderEntry, shared, methods: STREAM_METHODS[environment] });
  answerUnknownMethods(app);
  return orderEntry;
}

/**
 * HTTP 404 means a wrong path here, and elsewhere that an account wasn't found: docs/venues/t-invest.md, Contradictions
 * 5.
 */
function answerUnknownMethods(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 5, message: "Not Found", details: [] }));
}
