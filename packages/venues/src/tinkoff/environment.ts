/**
 * T-Invest's two environments, live and sandbox, and calls to their methods: the sandbox accepts the ordinary ones
 * (docs/venues/t-invest.md, Sandbox).
 */
import { CONNECTIONS_TO_A_HOST } from "../calls.ts";
import { credentialsKey } from "../credentials-key.ts";
import { rootsWith } from "../http/certificates.ts";
import { createHttpClient, type HttpReply } from "../http/client.ts";
import { createPace } from "../pace.ts";
import { PRICE_TIMEOUT_MS } from "../present-price.ts";
import type { SharedBudgets } from "../shared-budgets.ts";
import type { Credentials } from "../venue.ts";
import { streamUrlOf, type StreamTerms } from "./order-stream.ts";
import { createOrderStreams, STREAM_TIMES, type OrderStreams, type StreamTimes } from "./order-streams.ts";
import { RequestBudgets } from "./request-budgets.ts";

export interface TinkoffOptions {
  /** Including `/rest`. */
  readonly apiUrl: string;
  readonly demoApiUrl: string;
  /**
   * A PEM file of root certificates to trust in addition to Node's: the venue's certificates chain to the Russian
   * Trusted Root CA, which Node doesn't have (docs/venues/t-invest.md, Hosts). TLS is verified in any case.
   */
  readonly caFile?: string;
  /** Milliseconds since the Unix epoch; the system clock by default. */
  readonly now?: () => number;
  /** Milliseconds on a monotonic clock, for pauses and deadlines; `now` by default. */
  readonly monotonic?: () => number;
  readonly timeouts?: Partial<TinkoffTimeouts>;
  readonly stream?: Partial<TinkoffStreamTimes>;
  /** To each of the two hosts. */
  readonly maxConnections?: number;
  /** How many requests to a host may start within a second: what T-Invest advises, by default. */
  readonly requestsPerSecond?: number;
  /** How many of them may be readings, for which no order waits. */
  readonly readingsPerSecond?: number;
  /** For programs that leave by one address; by default the address is ours alone. */
  readonly shared?: SharedBudgets | undefined;
}

/** All in milliseconds. */
export interface TinkoffTimeouts {
  readonly connectMs: number;
  /** The venue recommends at least 1500. */
  readonly orderMs: number;
  readonly lookupMs: number;
  readonly priceMs: number;
}

/** All in milliseconds. */
export interface TinkoffStreamTimes extends StreamTimes, Pick<StreamTerms, "pingMs" | "silenceMs"> {}

/** Three signs of life missed in a row mean that the stream is dead. */
const STREAM: TinkoffStreamTimes = { ...STREAM_TIMES, pingMs: 5_000, silenceMs: 16_000 };

const TIMEOUTS: TinkoffTimeouts = {
  connectMs: 3_000,
  orderMs: 10_000,
  lookupMs: 5_000,
  priceMs: PRICE_TIMEOUT_MS,
};

interface MethodTerms {
  readonly budget: string;
  /** The part of the budget that the method leaves for others, 0 to 1. */
  readonly kept: number;
  readonly timeout: keyof TinkoffTimeouts;
  /** No order waits for the answer. */
  readonly isReading?: true;
}

/**
 * The methods that we use. Each spends a budget (docs/venues/t-invest.md, Limits). Sources disagree on whether orders
 * and their look-ups have separate budgets (docs/venues/t-invest.md, Contradictions 6), so orders leave a twentieth of
 * theirs: a look-up of an order whose outcome is unknown then still has requests left. What no order waits for leaves
 * even more, and takes its turns from a part of the address's.
 */
const METHODS = {
  "OrdersService/PostOrder": { budget: "PostOrder", kept: 0.05, timeout: "orderMs" },
  "OrdersService/CancelOrder": { budget: "CancelOrder", kept: 0, timeout: "orderMs" },
  "OrdersService/GetOrderState": { budget: "OrdersService", kept: 0, timeout: "lookupMs" },
  "OrdersService/GetOrders": { budget: "GetOrders", kept: 0, timeout: "lookupMs", isReading: true },
  "OrdersService/GetMaxLots": { budget: "OrdersService", kept: 0.5, timeout: "lookupMs", isReading: true },
  "OrdersService/GetOrderPrice": { budget: "OrdersService", kept: 0.5, timeout: "lookupMs", isReading: true },
  "OperationsService/GetPositions": { budget: "OperationsService", kept: 0, timeout: "lookupMs", isReading: true },
  "OperationsService/GetPortfolio": { budget: "OperationsService", kept: 0, timeout: "lookupMs", isReading: true },
  "OperationsService/GetWithdrawLimits": { budget: "OperationsService", kept: 0, timeout: "lookupMs", isReading: true },
  "InstrumentsService/TradingSchedules": {
    budget: "InstrumentsService",
    kept: 0.5,
    timeout: "lookupMs",
    isReading: true,
  },
  "MarketDataService/GetTradingStatus": {
    budget: "MarketDataService",
    kept: 0.5,
    timeout: "lookupMs",
    isReading: true,
  },
  "InstrumentsService/FindInstrument": { budget: "InstrumentsService", kept: 0, timeout: "lookupMs" },
  "InstrumentsService/GetInstrumentBy": { budget: "InstrumentsService", kept: 0, timeout: "lookupMs" },
  "InstrumentsService/FutureBy": { budget: "InstrumentsService", kept: 0, timeout: "lookupMs" },
  "InstrumentsService/BondBy": { budget: "InstrumentsService", kept: 0, timeout: "priceMs" },
  "MarketDataService/GetLastPrices": { budget: "MarketDataService", kept: 0, timeout: "priceMs" },
  "UsersService/GetAccounts": { budget: "UsersService", kept: 0, timeout: "lookupMs" },
} as const satisfies Record<string, MethodTerms>;
export type Method = keyof typeof METHODS;

/** What T-Invest advises for one address (docs/venues/t-invest.md, Limits). */
const REQUESTS_PER_SECOND = 50;
/**
 * How many of those may be readings, for which no order waits. T-Invest advises about 1,000 requests a minute as well:
 * readings alone take no more than 600, and orders never wait behind them.
 */
const READINGS_PER_SECOND = 10;
/** How many streams to a host may be opened within a second: T-Invest gives no number. */
const STREAMS_PER_SECOND = 10;

/** What a request about instruments leaves of its budget if no order waits for the answer: 0 to 1. */
export const KEPT_FOR_ORDERS = 0.5;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The part of the budget that the call leaves for others, 0 to 1, instead of the method's own. */
  readonly kept?: number;
  /** No order waits for the answer. */
  readonly isReading?: boolean;
}

export interface Environments {
  readonly now: () => number;
  /**
   * Calls a method once, as soon as our address may; numbers in `body` are already strings, or integers.
   * @throws {NotSent} when the token has no request left this minute.
   */
  call(method: Method, body: object, credentials: Credentials, options?: CallOptions): Promise<HttpReply>;
  readonly streams: OrderStreams;
  close(): Promise<void>;
}

/** @throws when `caFile` isn't a file of certificates. */
export function createEnvironments(options: TinkoffOptions): Environments {
  const now = options.now ?? Date.now;
  const perSecond = options.requestsPerSecond ?? REQUESTS_PER_SECOND;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const roots = options.caFile === undefined ? undefined : rootsWith(options.caFile);
  const connection = {
    maxConnections: options.maxConnections ?? CONNECTIONS_TO_A_HOST,
    connectTimeoutMs: timeouts.connectMs,
    ...(roots && { roots }),
  };
  const connect = (url: string) => ({
    client: createHttpClient(url, connection),
    pace: createPace({ host: url, perSecond, shared: options.shared }),
    readings: createPace({
      host: `${url} readings`,
      perSecond: options.readingsPerSecond ?? READINGS_PER_SECOND,
      shared: options.shared,
    }),
    newStreams: createPace({ host: `${url} streams`, perSecond: STREAMS_PER_SECOND, shared: options.shared }),
  });
  const live = connect(options.apiUrl);
  const demo = connect(options.demoApiUrl);
  const { pingMs, silenceMs, ...times } = { ...STREAM, ...options.stream };
  const streams = createOrderStreams({
    termsOf: ({ isDemo }) => ({
      url: streamUrlOf(isDemo ? options.demoApiUrl : options.apiUrl),
      roots,
      pingMs,
      silenceMs,
      connectMs: timeouts.connectMs,
    }),
    times,
    monotonic: options.monotonic ?? now,
    random: Math.random,
    turn: async ({ isDemo }, signal) => (isDemo ? demo : live).newStreams.turn(signal),
  });
  const budgets = new RequestBudgets(now, options.monotonic ?? now);

  return {
    now,
    async call(method, body, credentials, { signal, kept, isReading } = {}) {
      const terms: MethodTerms = METHODS[method];
      const { budget, timeout } = terms;
      const key = `${budget}:${credentialsKey(credentials)}`;
      const { client, pace, readings } = credentials.isDemo ? demo : live;
      budgets.spend(key, kept ?? terms.kept);
      if (isReading ?? terms.isReading) await readings.turn(signal);
      await pace.turn(signal);
      const reply = await client.request({
        method: "POST",
        path: `/tinkoff.public.invest.api.contract.v1.${method}`,
        headers: { "content-type": "application/json", authorization: `Bearer ${credentials.secretKey}` },
        body: JSON.stringify(body),
        timeoutMs: timeouts[timeout],
        ...(signal && { signal }),
      });
      if (reply.kind === "answer") budgets.learn(key, reply);
      return reply;
    },
    streams,
    async close() {
      streams.close();
      await Promise.all([live.client.close(), demo.client.close()]);
    },
  };
}
