/** Composition root of the sandbox: one ledger, one set of faults, and a folder's worth of servers for each simulated party. */
import type { VenueName } from "@chartrelay/contract";
import type { FastifyInstance } from "fastify";
import { createAlor, type AlorOptions } from "./alor/alor.ts";
import { BinanceKeys } from "./binance/api-keys.ts";
import type { BinanceOptions } from "./binance/binance.ts";
import { createBinanceFutures } from "./binance/futures/futures.ts";
import { createBinanceSpot } from "./binance/spot/spot.ts";
import { createCloudPayments, type CloudPaymentsSimulator } from "./cloudpayments/cloudpayments.ts";
import { SANDBOX_CREDENTIALS } from "./credentials.ts";
import { Calls } from "./calls.ts";
import { controlRoutes } from "./control.ts";
import { Faults } from "./faults.ts";
import { Ledger } from "./ledger.ts";
import type { MailFaults } from "./mail/faults.ts";
import { createMailSink, SANDBOX_MAIL_FROM } from "./mail/mail.ts";
import type { Mailbox } from "./mail/mailbox.ts";
import { mailboxPages } from "./mail/pages.ts";
import { plainServer, type Exchange, type Shared } from "./party-server.ts";
import type { Party, SimulatedParty, SimulatedVenue } from "./parties.ts";
import { registration, type Registration, type RegistrationInput } from "./registration.ts";
import { createTelegram, type TelegramSimulator } from "./telegram/telegram.ts";
import { createTinkoff } from "./tinkoff/tinkoff.ts";

export interface SandboxOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** The control port P; the simulators take P+1, P+2, … in the order of `settings`, mail last. 0, the default: all free ones. */
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

/** Base URLs of a simulated venue that has one address an environment, without a slash at the end; T-Invest's with `/rest`. */
export interface EnvironmentUrls {
  readonly apiUrl: string;
  readonly demoApiUrl: string;
}

export interface Sandbox {
  readonly controlUrl: string;
  /** What the product needs to find each simulator, by its settings: base URLs are without a slash at the end. */
  readonly settings: Readonly<Record<string, string>>;
  readonly alor: AlorUrls;
  readonly tinkoff: EnvironmentUrls;
  readonly binanceSpot: EnvironmentUrls;
  readonly binanceFutures: EnvironmentUrls;
  readonly telegram: TelegramSimulator;
  readonly cloudPayments: CloudPaymentsSimulator;
  readonly ledger: Pick<Ledger, "entries" | "reset">;
  readonly faults: Pick<Faults, "set" | "reset" | "list">;
  readonly calls: Pick<Calls, "count" | "list" | "reset">;
  /** The mail that arrived by SMTP, and what goes wrong there. */
  readonly mail: Pick<Mailbox, "list"> & { readonly faults: Pick<MailFaults, "set" | "reset"> };
  readonly credentials: typeof SANDBOX_CREDENTIALS;
  /** Makes keys known; an entry with the same account and secret replaces the earlier. @throws {z.ZodError} */
  register(...entries: readonly RegistrationInput[]): void;
  /** Forgets orders, messages, mail, payments, faults, counts and what repeats are told by; keeps registrations and chats. */
  reset(): void;
  /** Ends every connection, hanging ones too. */
  close(): Promise<void>;
}

/** Starts every simulator. @throws when a port is taken; nothing is left listening then. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = "127.0.0.1", port = 0, now = () => performance.timeOrigin + performance.now() } = options;
  const [ledger, faults, calls, closing] = [new Ledger(), new Faults(), new Calls(), new AbortController()];
  const mail = createMailSink(now, closing.signal);
  const reset = () => {
    for (const forgetful of [ledger, faults, calls, mail, cloudPayments, ...Object.values(parties)]) forgetful.reset();
  };
  const register = (entries: readonly Registration[]) => {
    for (const entry of entries) venues[entry.venue].register(entry);
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
  const venues: Record<VenueName, SimulatedVenue<Registration>> = {
    ALOR_BROKER: createAlor(shared, options.alor),
    TINKOFF: createTinkoff(shared),
    BINANCE_SPOT: createBinanceSpot(shared, binanceKeys, options.binanceSpot),
    BINANCE_FUTURES: createBinanceFutures(shared, binanceKeys, options.binanceFutures),
  };
  const telegram = createTelegram(shared);
  const cloudPayments = createCloudPayments(shared);
  const parties: Record<Party, SimulatedParty> = { ...venues, TELEGRAM: telegram };
  register(SANDBOX_CREDENTIALS.map((credential) => registration.parse(credential)));
  const control = plainServer();
  controlRoutes(control, shared);
  mailboxPages(control, mail.mailbox, mail.faults);
  telegram.controls(control);
  cloudPayments.controls(control);

  const simulators = Object.values(parties).flatMap(({ servers, basePath = "" }) =>
    Object.entries(servers).map(([setting, app]) => ({ setting, app, basePath })),
  );
  for (const [setting, app] of Object.entries(cloudPayments.servers)) {
    simulators.push({ setting, app, basePath: setting === "CLOUDPAYMENTS_WIDGET_URL" ? cloudPayments.widgetPath : "" });
  }
  const apps = [control, ...simulators.map(({ app }) => app)];
  const close = async () => {
    closing.abort();
    await Promise.all([...apps, mail].map((server) => server.close()));
  };
  const [controlUrl = "", ...urls] = await listen([...apps.map(listener), mail], host, port).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  const settings: Record<string, string> = {
    ...Object.fromEntries(simulators.map(({ setting, basePath }, index) => [setting, `${urls[index]}${basePath}`])),
    ...telegram.settings,
    ...cloudPayments.settings,
    SMTP_URL: urls.at(-1) ?? "",
    MAIL_FROM: SANDBOX_MAIL_FROM,
  };
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
    telegram: telegram.simulator,
    cloudPayments: cloudPayments.simulator,
    ledger,
    faults,
    calls,
    mail: { list: (address) => mail.mailbox.list(address), faults: mail.faults },
    credentials: SANDBOX_CREDENTIALS,
    register: (...entries) => register(entries.map((entry) => registration.parse(entry))),
    reset,
    close,
  };
}

interface Listener {
  /** Gives the address. */
  listen(host: string, port: number): Promise<string>;
}

function listener(app: FastifyInstance): Listener {
  return { listen: (host, port) => app.listen({ host, port }) };
}

async function listen(servers: readonly Listener[], host: string, firstPort: number): Promise<string[]> {
  const urls: string[] = [];
  for (const [index, server] of servers.entries())
    urls.push(await server.listen(host, firstPort === 0 ? 0 : firstPort + index));
  return urls;
}
