/** Binance's two environments, live and demo: the hosts, keys and symbols of one mean nothing to the other. */
import { CONNECTIONS_TO_A_HOST } from "../calls.ts";
import type { Credentials } from "../venue.ts";
import { createHost, type Host } from "./host.ts";
import { createMissedEvents, type MissedEvents } from "./missed-events.ts";
import {
  STREAM_TIMES,
  TIMEOUTS,
  type BinanceOptions,
  type BinanceTimeouts,
  type Product,
  type StreamTimes,
} from "./product.ts";
import { createSymbols, type Symbols } from "./symbols.ts";

export interface Environment {
  readonly host: Host;
  readonly symbols: Symbols;
  /** The host of accounts' streams: a base URL. */
  readonly streamUrl: string;
  readonly missedEvents: MissedEvents;
}

export interface Environments {
  readonly product: Product;
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly timeouts: BinanceTimeouts;
  readonly streamTimes: StreamTimes;
  of(credentials: Credentials): Environment;
  close(): Promise<void>;
}

export function createEnvironments(product: Product, options: BinanceOptions): Environments {
  const { now, monotonic, timeouts, maxConnections } = settingsOf(options);
  const streamTimes = { ...STREAM_TIMES, ...options.streams };
  const connect = (url: string, streamUrl: string): Environment => {
    const {
      timePath,
      venue: { weightPerMinute },
    } = product;
    const host = createHost({
      url,
      timePath,
      weightPerMinute,
      now,
      monotonic,
      maxConnections,
      shared: options.shared,
      ...timeouts,
    });
    return {
      host,
      symbols: createSymbols(product, host, { now, timeoutMs: timeouts.rulesMs }),
      streamUrl,
      missedEvents: createMissedEvents(() => host.venueNow(), streamTimes.lateMs),
    };
  };
  const live = connect(options.apiUrl, options.streamUrl);
  const demo = connect(options.demoApiUrl, options.demoStreamUrl);
  return {
    product,
    now,
    monotonic,
    timeouts,
    streamTimes,
    of: ({ isDemo }) => (isDemo ? demo : live),
    async close() {
      await Promise.all([live.host.close(), demo.host.close()]);
    },
  };
}

/** Fills in the defaults of `options`. */
export function settingsOf({
  now = Date.now,
  monotonic = now,
  timeouts,
  maxConnections = CONNECTIONS_TO_A_HOST,
}: BinanceOptions) {
  return { now, monotonic, timeouts: { ...TIMEOUTS, ...timeouts }, maxConnections };
}
