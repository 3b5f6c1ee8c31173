/** Composition root of the sandbox: one ledger, one set of faults, and the servers of every simulated party. */
import { ALOR, BINANCE_FUTURES, BINANCE_SPOT, T_INVEST, type VenueAddress, type VenueName } from "@chartrelay/contract";
import type { FastifyInstance } from "fastify";
import { createCloudPayments, type CloudPaymentsSimulator } from "./cloudpayments/cloudpayments.ts";
import { Calls } from "./calls.ts";
import { controlRoutes } from "./control.ts";
import type { SandboxCredential } from "./credentials.ts";
import { Faults } from "./faults.ts";
import { Ledger, type Environment } from "./ledger.ts";
import type { MailFaults } from "./mail/faults.ts";
import { createMailSink, SANDBOX_MAIL_FROM } from "./mail/mail.ts";
import type { Mailbox } from "./mail/mailbox.ts";
import { mailboxPages } from "./mail/pages.ts";
import { Markets } from "./market/markets.ts";
import type { Market } from "./market/terms.ts";
import type { WalkTerms } from "./market/walk.ts";
import { plainServer, type Exchange, type Shared } from "./party-server.ts";
import type { SimulatedParty, SimulatedVenue, VenueRegistration } from "./parties.ts";
import {
  registrationAt,
  SIMULATORS,
  type RegistrationInput,
  type Simulator,
  type SimulatorOptions,
} from "./simulators.ts";
import type { TelegramSimulator } from "./telegram/simulator.ts";
import { createTelegram } from "./telegram/telegram.ts";

export interface SandboxOptions extends SimulatorOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /**
   * The control port P; the simulators take P+1, P+2, … in the order of `settings`, mail last. Settings that share a
   * server take one port. 0, the default: any free ports.
   */
  readonly port?: number;
  /** Milliseconds since the Unix epoch, with fractions. Default: the machine's clock, to the microsecond. */
  readonly now?: () => number;
  /** The venues to simulate. Default: all. */
  readonly simulators?: readonly Simulator[];
  /** Every price walks from the start, by this seed. Default: prices stand still until a walk is started. */
  readonly walk?: WalkTerms;
  /** Receives every exchange with a simulated party that ended in an answer. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** Base URLs of a simulated Alor, without a trailing slash. */
export interface AlorUrls {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  readonly demoApiUrl: string;
  readonly demoOauthUrl: string;
}

/**
 * Base URLs of a simulated venue with one address per environment, without a trailing slash; T-Invest's include
 * `/rest`.
 */
export interface EnvironmentUrls {
  readonly apiUrl: string;
  readonly demoApiUrl: string;
}

/** Base URLs of a simulated Binance product, without a trailing slash. */
export interface BinanceUrls extends EnvironmentUrls {
  readonly streamUrl: string;
  readonly demoStreamUrl: string;
}

export interface Sandbox {
  readonly controlUrl: string;
  /** The product's settings that point it to each simulator; base URLs have no trailing slash. */
  readonly settings: Readonly<Record<string, string>>;
  readonly alor: AlorUrls;
  readonly tinkoff: EnvironmentUrls;
  readonly binanceSpot: BinanceUrls;
  readonly binanceFutures: BinanceUrls;
  readonly telegram: TelegramSimulator;
  readonly cloudPayments: CloudPaymentsSimulator;
  readonly ledger: Pick<Ledger, "entries" | "reset">;
  readonly faults: Pick<Faults, "set" | "reset" | "list">;
  readonly calls: Pick<Calls, "count" | "list" | "reset">;
  /** The mail that arrived by SMTP, and the mail server's faults. */
  readonly mail: Pick<Mailbox, "list"> & { readonly faults: Pick<MailFaults, "set" | "reset"> };
  readonly credentials: readonly SandboxCredential[];
  /** Returns the market of a venue's environment. @throws {RangeError} if that venue isn't simulated. */
  market(venue: VenueName, environment: Environment): Market;
  /** Registers keys; an entry with the same account and secret replaces the earlier one. @throws {z.ZodError} */
  register(...entries: readonly RegistrationInput[]): void;
  /**
   * Forgets orders, fills, positions, set prices, messages, mail, payments, faults, counts and what repeats are
   * recognised by; keeps registrations, walks, the advanced clock and chats.
   */
  reset(): void;
  /** Closes every connection, including hanging ones. */
  close(): Promise<void>;
}

/** Starts every simulator. @throws when a port is taken; then nothing is left listening. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = "127.0.0.1", port = 0, now = () => performance.timeOrigin + performance.now() } = options;
  const { simulators: simulated = SIMULATORS } = options;
  const registration = registrationAt(simulated);
  const [ledger, faults, calls, closing] = [new Ledger(), new Faults(), new Calls(), new AbortController()];
  const markets = new Markets(now, options.walk);
  const mail = createMailSink(now, closing.signal);
  const reset = () => {
    for (const forgetful of [ledger, faults, calls, markets, mail, cloudPayments, ...parties]) forgetful.reset();
  };
  const register = (entries: readonly VenueRegistration[]) => {
    for (const entry of entries) venues[entry.venue]?.register(entry);
  };
  const control = plainServer();
  const shared: Shared = {
    control,
    ledger,
    faults,
    calls,
    markets,
    now,
    reset,
    registration,
    register,
    onExchange: options.onExchange,
    closing: closing.signal,
  };

  const venues: Readonly<Record<string, SimulatedVenue<VenueRegistration>>> = Object.fromEntries(
    simulated.flatMap((simulator) => Object.entries(simulator.create(shared, options))),
  );
  const telegram = createTelegram(shared);
  const cloudPayments = createCloudPayments(shared);
  const parties: readonly SimulatedParty[] = [...Object.values(venues), telegram];
  const credentials = simulated.flatMap((simulator) => simulator.credentials) as SandboxCredential[];
  register(credentials.map((credential) => registration.parse(credential)));
  controlRoutes(control, shared);
  mailboxPages(control, mail.mailbox, mail.faults);
  telegram.controls(control);
  cloudPayments.controls(control);

  const simulators = parties.flatMap(({ servers, basePath = "" }) =>
    Object.entries(servers).map(([setting, app]) => ({ setting, app, basePath })),
  );
  for (const [setting, app] of Object.entries(cloudPayments.servers)) {
    simulators.push({ setting, app, basePath: setting === "CLOUDPAYMENTS_WIDGET_URL" ? cloudPayments.widgetPath : "" });
  }
  // Several settings may point to one server.
  const apps = [...new Set([control, ...simulators.map(({ app }) => app)])];
  const close = async () => {
    closing.abort();
    markets.close();
    await Promise.all([...apps, mail].map((server) => server.close()));
  };
  const urls = await listen([...apps.map(listener), mail], host, port).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const settings: Record<string, string> = {
    ...Object.fromEntries(
      simulators.map(({ setting, app, basePath }) => [setting, `${urls[apps.indexOf(app)]}${basePath}`]),
    ),
    ...telegram.settings,
    ...cloudPayments.settings,
    SMTP_URL: urls.at(-1) ?? "",
    MAIL_FROM: SANDBOX_MAIL_FROM,
  };
  const urlsOf = <Name extends string>({ addresses }: { readonly addresses: Readonly<Record<Name, VenueAddress>> }) =>
    Object.fromEntries(
      Object.entries<VenueAddress>(addresses).map(([name, { setting }]) => [name, settings[setting] ?? ""]),
    ) as Record<Name, string>;
  // Its third address is the spot host's.
  const { restrictionsUrl: _, ...binanceFutures } = urlsOf(BINANCE_FUTURES);
  return {
    controlUrl: urls[0] ?? "",
    settings,
    alor: urlsOf(ALOR),
    tinkoff: urlsOf(T_INVEST),
    binanceSpot: urlsOf(BINANCE_SPOT),
    binanceFutures,
    telegram: telegram.simulator,
    cloudPayments: cloudPayments.simulator,
    ledger,
    faults,
    calls,
    mail: { list: (address) => mail.mailbox.list(address), faults: mail.faults },
    credentials,
    market: (venue, environment) => markets.get(venue, environment),
    register: (...entries) => register(entries.map((entry) => registration.parse(entry))),
    reset,
    close,
  };
}

interface Listener {
  /** Returns the address. */
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
