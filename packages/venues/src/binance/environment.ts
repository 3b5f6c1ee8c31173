/** Binance's two environments, live and demo: the hosts, keys and symbols of one mean nothing to the other. */
import { CONNECTIONS_TO_A_HOST } from "../calls.ts";
import type { Credentials } from "../venue.ts";
import { createHost, type Host } from "./host.ts";
import { TIMEOUTS, type BinanceOptions, type BinanceTimeouts, type Product } from "./product.ts";
import { createSymbols, type Symbols } from "./symbols.ts";

export interface Environment {
  readonly host: Host;
  readonly symbols: Symbols;
}

export interface Environments {
  readonly product: Product;
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly timeouts: BinanceTimeouts;
  of(credentials: Credentials): Environment;
  close(): Promise<void>;
}

export function createEnvironments(product: Product, options: BinanceOptions): Environments {
  const { now, monotonic, timeouts, maxConnections } = settingsOf(options);
  const connect = (url: string): Environment => {
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
    return { host, symbols: createSymbols(product, host, { now, timeoutMs: timeouts.rulesMs }) };
  };
  const live = connect(options.apiUrl);
  const demo = connect(options.demoApiUrl);
  return {
    product,
    now,
    monotonic,
    timeouts,
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
