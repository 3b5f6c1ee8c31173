/** Composition root of the sandbox: one ledger, one set of faults, and a folder's worth of servers for each simulated party. */
import type { FastifyInstance } from "fastify";
import { createAlor, type AlorOptions } from "./alor/alor.ts";
import { BinanceKeys } from "./binance/api-keys.ts";
import type { BinanceOptions } from "./binance/binance.ts";
import { createBinanceFutures } from "./binance/futures/futures.ts";
import { createBinanceSpot } from "./binance/spot/spot.ts";
import { SANDBOX_CREDENTIALS } from "./credentials.ts";
import { Calls } from "./calls.ts";
import { controlRoutes } from "./control.ts";
import { Faults } from "./faults.ts";
import { Ledger } from "./ledger.ts";
import { plainServer, type Exchange, type Shared } from "./party-server.ts";
import type { Party, SimulatedParty } from "./parties.ts";
import { registration, type Registration, type RegistrationInput } from "./registration.ts";
import { createTinkoff } from "./tinkoff/tinkoff.ts";

export interface SandboxOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** The control port P; the simulators take P+1, P+2, … in the order of `settings`. 0, the default: all ports free ones. */
  readonly port?: number;
  /** Milliseconds since the Unix epoch, with fractions. Default: the machine's clock, to the microsecond. */
  readonly now?: () => number;
  readonly alor?: AlorOptions;
  readonly binanceSpot?: BinanceOptions;
  readonly binanceFutures?: BinanceOptions;
  /** Is shown every exchange with a simulated party that ended in an answer. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** Base URLs of a simulated Alor, without a slash at the end. */
export interface AlorUrls {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  readonly demoApiUrl: string;
  readonly demoOauthUrl: string;
}

/** Base URLs of a simulated venue that has one address a circuit, without a slash at the end; T-Invest's with `/rest`. */
export interface CircuitUrls {
  readonly apiUrl: string;
  readonly demoApiUrl: string;
}

export interface Sandbox {
  readonly controlUrl: string;
  /** Each simulator's base URL, without a slash at the end, by the product's setting that points there. */
  readonly settings: Readonly<Record<string, string>>;
  readonly alor: AlorUrls;
  readonly tinkoff: CircuitUrls;
  readonly binanceSpot: CircuitUrls;
  readonly binanceFutures: CircuitUrls;
  readonly ledger: Pick<Ledger, "entries" | "reset">;
  readonly faults: Pick<Faults, "set" | "reset" | "list">;
  readonly calls: Pick<Calls, "count" | "list" | "reset">;
  readonly credentials: typeof SANDBOX_CREDENTIALS;
  /** Makes keys known; an entry with the same account and secret replaces the earlier. @throws {z.ZodError} */
  register(...entries: readonly RegistrationInput[]): void;
  /** Forgets orders, faults, counts and what repeats are told by; keeps registrations. */
  reset(): void;
  /** Ends every connection, hanging ones too. */
  close(): Promise<void>;
}

/** Starts every simulator. @throws when a port is taken; nothing is left listening then. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = "127.0.0.1", port = 0, now = () => performance.timeOrigin + performance.now() } = options;
  const [ledger, faults, calls, closing] = [new Ledger(), new Faults(), new Calls(), new AbortController()];
  const reset = () => {
    for (const forgetful of [ledger, faults, calls, ...Object.values(parties)]) forgetful.reset();
  };
  const register = (entries: readonly Registration[]) => {
    for (const entry of entries) parties[entry.venue].register(entry);
  };
  const shared: Shared = {
    ledger,
    faults,
    calls,
    now,
    reset,
    register,
    onExchange: options.onExchange,
    closing: closing.signal,
  };

  const binanceKeys = new BinanceKeys();
  const parties: Record<Party, SimulatedParty<Registration>> = {
    ALOR_BROKER: createAlor(shared, options.alor),
    TINKOFF: createTinkoff(shared),
    BINANCE_SPOT: createBinanceSpot(shared, binanceKeys, options.binanceSpot),
    BINANCE_FUTURES: createBinanceFutures(shared, binanceKeys, options.binanceFutures),
  };
  register(SANDBOX_CREDENTIALS.map((credential) => registration.parse(credential)));
  const control = plainServer();
  controlRoutes(control, shared);

  const simulators = Object.values(parties).flatMap(({ servers, basePath = "" }) =>
    Object.entries(servers).map(([setting, app]) => ({ setting, app, basePath })),
  );
  const apps = [control, ...simulators.map(({ app }) => app)];
  const close = async () => {
    closing.abort();
    await Promise.all(apps.map((app) => app.close()));
  };
  const [controlUrl = "", ...urls] = await listen(apps, host, port).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const settings = Object.fromEntries(
    simulators.map(({ setting, basePath }, index) => [setting, `${urls[index]}${basePath}`]),
  );
  const at = (setting: string) => settings[setting] ?? "";
  return {
    controlUrl,
    settings,
    alor: {
      apiUrl: at("ALOR_API_URL"),
      oauthUrl: at("ALOR_OAUTH_URL"),
      demoApiUrl: at("ALOR_DEMO_API_URL"),
      demoOauthUrl: at("ALOR_DEMO_OAUTH_URL"),
    },
    tinkoff: { apiUrl: at("TINKOFF_API_URL"), demoApiUrl: at("TINKOFF_DEMO_API_URL") },
    binanceSpot: { apiUrl: at("BINANCE_SPOT_API_URL"), demoApiUrl: at("BINANCE_SPOT_DEMO_API_URL") },
    binanceFutures: { apiUrl: at("BINANCE_FUTURES_API_URL"), demoApiUrl: at("BINANCE_FUTURES_DEMO_API_URL") },
    ledger,
    faults,
    calls,
    credentials: SANDBOX_CREDENTIALS,
    register: (...entries) => register(entries.map((entry) => registration.parse(entry))),
    reset,
    close,
  };
}

async function listen(apps: readonly FastifyInstance[], host: string, firstPort: number): Promise<string[]> {
  const urls: string[] = [];
  for (const [index, app] of apps.entries())
    urls.push(await app.listen({ host, port: firstPort === 0 ? 0 : firstPort + index }));
  return urls;
}
