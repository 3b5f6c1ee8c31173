/** The settings, read once. No other file of the server reads the environment. */
import { isIP } from "node:net";
import { VENUE_MANIFESTS, type Seller, type Site, type VenueManifest, type VenueName } from "@chartrelay/contract";
import * as z from "zod";
import { CELL_SETTINGS, readCells, type Cells } from "./cell-settings.ts";
import { CERTIFICATE_SETTINGS, readCertificates, type Certificates } from "./certificate-settings.ts";
import { ConfigError } from "./config-error.ts";
import type { KeyRing } from "./platform/security/key-ring.ts";
import {
  addressList,
  days,
  digits,
  flag,
  keyRing,
  port,
  postgresUrl,
  processes,
  receiptTag,
  url,
  venueList,
  venueUrls,
} from "./setting-schemas.ts";
import { addressSettings, type VenueAddresses } from "./venue-addresses.ts";

export type { Cells } from "./cell-settings.ts";
export type { Certificates } from "./certificate-settings.ts";

/** Returns the schema of the settings by their names, with the addresses of these venues. */
const environmentWith = (venues: readonly VenueManifest[]) =>
  z.object({
    MODE: z.enum(["sandbox", "live"], "must be sandbox or live").default("sandbox"),
    PORT: port.default(8080),
    HOST: z.string().min(1).optional(),
    PUBLIC_URL: url.optional(),
    DATA_DIR: z.string().min(1).default(".data"),
    DATABASE_URL: postgresUrl.optional(),
    DATABASE_DIRECT_URL: postgresUrl.optional(),
    ROLE: z.enum(["all", "api", "relay"], "must be all, api or relay").default("all"),
    PROCESSES: processes.default(1),
    EGRESS_GROUP: z
      .string()
      .regex(/^[\w.-]{1,64}$/, "must be a name of up to 64 letters, digits, dots, hyphens and underscores")
      .optional(),
    CREDENTIALS_KEYS: keyRing.optional(),
    ...venueUrls(venues),
    TINKOFF_CA_FILE: z.string().min(1).optional(),
    TELEGRAM_API_URL: url.optional(),
    TELEGRAM_BOT_TOKEN: z
      .string()
      .regex(/^\d+:[\w-]+$/, "must be a token of BotFather's: number:letters")
      .optional(),
    TELEGRAM_BOT_NAME: z
      .string()
      .regex(/^@?\w{5,32}$/, "must be the bot's name in Telegram")
      .transform((name) => name.replace(/^@/, ""))
      .optional(),
    TELEGRAM_MESSAGES_PER_SECOND: z.coerce.number().positive("must be a positive number").max(1_000).default(30),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// URL" }).optional(),
    MAIL_FROM: z
      .string()
      .regex(/^(?:[^<>\p{Cc}]{1,64} )?<?[^\s<>@]+@[^\s<>@]+>?$/u, "must be an address, or a name and an <address>")
      .optional(),
    ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
    ADMIN_PASSWORD: z.string().min(6, "must have at least 6 characters").optional(),
    CLOUDPAYMENTS_PUBLIC_ID: z.string().min(1).optional(),
    CLOUDPAYMENTS_API_SECRET: z.string().min(1).optional(),
    CLOUDPAYMENTS_API_URL: url.optional(),
    CLOUDPAYMENTS_WIDGET_URL: url.optional(),
    CLOUDPAYMENTS_RECEIPT_METHOD: receiptTag.default(4),
    CLOUDPAYMENTS_RECEIPT_OBJECT: receiptTag.default(4),
    ONE_RUBLE_PLAN_EMAIL: z.email("must be an e-mail address").optional(),
    ORDER_MAX_AGE_S: z.coerce.number().positive("must be a positive number of seconds").max(3_600).default(60),
    ALERTS_PER_MINUTE: z.coerce.number().int("must be a whole number").positive("must be positive").default(120),
    ORDERS_KEPT_DAYS: days.default(1_095),
    RECORDS_KEPT_DAYS: days.default(1_095),
    OFFERED_VENUES: venueList(venues),
    OUTGOING_ADDRESSES: addressList.optional(),
    BRAND_NAME: z.string().min(1).max(40, "must have at most 40 characters").default("Chartrelay"),
    CONTACT_EMAIL: z.email("must be an e-mail address").optional(),
    CONTACT_TELEGRAM: z
      .string()
      .regex(/^@?\w{5,32}$/, "must be a Telegram name")
      .transform((name) => name.replace(/^@/, ""))
      .optional(),
    SUPPORT_BOT_URL: url.optional(),
    SELLER_NAME: z.string().min(1).optional(),
    SELLER_INN: digits(10, 12),
    SELLER_OGRNIP: digits(15),
    SELLER_ADDRESS: z.string().min(1).optional(),
    SELLER_BANK: z.string().min(1).optional(),
    SELLER_BIK: digits(9),
    SELLER_ACCOUNT: digits(20),
    SELLER_CORRESPONDENT_ACCOUNT: digits(20),
    METRIKA_ID: z.string().regex(/^\d+$/, "must be the number of a counter").optional(),
    ...CELL_SETTINGS,
    TRUST_PROXY: flag.default(false),
    ...CERTIFICATE_SETTINGS,
    TRADINGVIEW_ONLY: flag.default(false),
    METRICS_PORT: port.default(0),
    METRICS_HOST: z.string().min(1).default("127.0.0.1"),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("warn"),
    SANDBOX_WALK_SEED: z.coerce.number("must be a whole number").int("must be a whole number").optional(),
    CHAOS_KILL_AT: z
      .string()
      .regex(/^[a-z.]+:\d+$/, "must be point:count")
      .optional(),
  });

export interface Config {
  readonly mode: "sandbox" | "live";
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Undefined: http://localhost and the port. */
  readonly publicUrl: string | undefined;
  /** Where the operator's monitoring reads metrics, away from the users' port; port 0 picks a free one. */
  readonly metrics: { readonly host: string; readonly port: number };
  readonly dataDir: string;
  /** Undefined: PGlite in the data directory. */
  readonly database: { readonly url: string; readonly directUrl: string } | undefined;
  /** Whether this node serves HTTP beyond its health, and whether it sends orders. */
  readonly role: "all" | "api" | "relay";
  /** How many processes share this node's work and its ports. */
  readonly processes: number;
  /** Nodes of the same group leave by one address and share the venues' budgets; undefined: an address of its own. */
  readonly egressGroup: string | undefined;
  /** Undefined only in the sandbox, which creates one in the data directory. */
  readonly credentialsKeys: KeyRing | undefined;
  /** Addresses that are set explicitly; in the sandbox the simulators stand in for the rest. */
  readonly addresses: Partial<VenueAddresses>;
  /** A PEM file with the root certificate that T-Invest's certificate chains to, which Node.js doesn't have. */
  readonly tinkoffCaFile: string | undefined;
  /** The bot's explicit settings; in the sandbox a simulated bot stands in for the rest. */
  readonly telegram: {
    readonly apiUrl: string | undefined;
    readonly token: string | undefined;
    readonly name: string | undefined;
    readonly messagesPerSecond: number;
  };
  /** Undefined: the sandbox's mailbox, or no mail. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  /** CloudPayments' explicit settings; in the sandbox the simulator stands in for the rest. */
  readonly payments: {
    readonly publicId: string | undefined;
    readonly apiSecret: string | undefined;
    readonly apiUrl: string | undefined;
    readonly widgetUrl: string | undefined;
    /** The receipt's tags 1214 and 1212. */
    readonly receipt: { readonly method: number; readonly object: number };
  };
  /** The user who is offered the one-ruble plan. */
  readonly oneRublePlanEmail: string | undefined;
  /** An order older than this is never sent. */
  readonly orderMaxAgeMs: number;
  /** The limit for each account, and for each chat. */
  readonly alertsPerMinute: number;
  /** Retention in days: of finished orders and alerts; of audit entries, and consents of deleted users. */
  readonly kept: { readonly ordersDays: number; readonly recordsDays: number };
  readonly offeredVenues: readonly VenueName[];
  /** What the pages show about the operator. */
  readonly site: Site;
  readonly trustProxy: boolean;
  /** Where the client certificates of requests are seen. */
  readonly certificates: Certificates;
  /** The cells of the service; undefined if it has only one. */
  readonly cells: Cells | undefined;
  /** Begins the ids of accounts and the tokens that this node makes: its cell's name, or empty in the first cell. */
  readonly idPrefix: string;
  readonly tradingViewOnly: boolean;
  readonly logLevel: string;
  /** For chaos runs only: kills the process by SIGKILL when a named point is reached for the n-th time. */
  /** In the sandbox, prices walk by this seed; undefined: they stand still. */
  readonly walkSeed: number | undefined;
  readonly killAt: { readonly point: string; readonly count: number } | undefined;
}

/**
 * Reads the settings.
 * @throws {ConfigError} naming each setting that is missing or bad. Never repeats a value: it may be a secret.
 */
export function readConfig(
  source: Readonly<Record<string, string | undefined>> = process.env,
  venues: readonly VenueManifest[] = VENUE_MANIFESTS,
): Config {
  // An empty variable is how compose files and shells spell an unset one.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = environmentWith(venues).safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  }
  const settings = parsed.data;
  requireTogether(settings, "ADMIN_EMAIL", "ADMIN_PASSWORD");
  requireTogether(settings, "CLOUDPAYMENTS_PUBLIC_ID", "CLOUDPAYMENTS_API_SECRET");
  requireTogether(settings, "SMTP_URL", "MAIL_FROM");
  if (settings.DATABASE_DIRECT_URL !== undefined && settings.DATABASE_URL === undefined) {
    throw new ConfigError("DATABASE_DIRECT_URL: needs DATABASE_URL beside it");
  }
  if (settings.ROLE !== "all" && settings.DATABASE_URL === undefined) {
    throw new ConfigError(`ROLE: ${settings.ROLE} needs DATABASE_URL, the embedded database serves one process only`);
  }
  if (settings.PROCESSES > 1 && settings.DATABASE_URL === undefined) {
    throw new ConfigError("PROCESSES: more than one needs DATABASE_URL, the embedded database serves one process only");
  }
  if (settings.MODE === "live") {
    if (settings.CREDENTIALS_KEYS === undefined) throw new ConfigError("CREDENTIALS_KEYS: needed in live mode");
    if (settings.PUBLIC_URL === undefined) throw new ConfigError("PUBLIC_URL: needed in live mode");
    const { protocol, hostname } = new URL(settings.PUBLIC_URL);
    if (protocol !== "https:" && !isLoopback(hostname)) {
      throw new ConfigError("PUBLIC_URL: must be an https URL in live mode, as passwords and alerts travel by it");
    }
    if (settings.CHAOS_KILL_AT !== undefined) throw new ConfigError("CHAOS_KILL_AT: only for the sandbox");
  } else if (settings.HOST !== undefined && !isLoopback(settings.HOST)) {
    throw new ConfigError(
      "HOST: sandbox mode listens on this machine only (127.0.0.1, ::1 or localhost), as its passwords are published",
    );
  }
  return toConfig(settings, addressesIn(settings, venues));
}

type Settings = z.infer<ReturnType<typeof environmentWith>>;

/** Returns whether a host, as HOST or a URL writes it, can be reached only from its own machine. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."));
}

function requireTogether(settings: Settings, first: keyof Settings, second: keyof Settings): void {
  if ((settings[first] === undefined) !== (settings[second] === undefined)) {
    const missing = settings[first] === undefined ? first : second;
    throw new ConfigError(`${missing}: needed beside ${missing === first ? second : first}`);
  }
}

/** The details that the pages show about the seller, and the setting for each. */
const SELLER_SETTINGS = {
  name: "SELLER_NAME",
  inn: "SELLER_INN",
  ogrnip: "SELLER_OGRNIP",
  address: "SELLER_ADDRESS",
  bank: "SELLER_BANK",
  bik: "SELLER_BIK",
  account: "SELLER_ACCOUNT",
  correspondentAccount: "SELLER_CORRESPONDENT_ACCOUNT",
} as const satisfies Readonly<Record<keyof Seller, keyof Settings>>;

/** Reads all of the seller's details or none: an offer that names half of them isn't binding. */
function readSeller(settings: Settings): { readonly seller?: Seller } {
  const entries = Object.entries(SELLER_SETTINGS);
  const missing = entries.filter(([, name]) => settings[name] === undefined);
  if (missing.length === entries.length) return {};
  if (missing.length > 0) {
    throw new ConfigError(`${missing.map(([, name]) => name).join(", ")}: needed beside the other SELLER settings`);
  }
  return { seller: Object.fromEntries(entries.map(([field, name]) => [field, settings[name]])) as unknown as Seller };
}

/** Returns the addresses that are set explicitly. */
function addressesIn(settings: Settings, venues: readonly VenueManifest[]): Config["addresses"] {
  const given = addressSettings(venues).map((name) => [name, settings[name]] as const);
  return Object.fromEntries(given.filter(([, address]) => address !== undefined));
}

function toConfig(settings: Settings, addresses: Config["addresses"]): Config {
  const { DATABASE_URL: databaseUrl, ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings;
  const cells = readCells(settings);
  const certificates = readCertificates(settings);
  const seesCertificates = certificates.listener !== undefined || certificates.header !== undefined;
  const [point, count] = settings.CHAOS_KILL_AT?.split(":") ?? [];
  return {
    mode: settings.MODE,
    host: settings.HOST ?? (settings.MODE === "sandbox" ? "127.0.0.1" : "0.0.0.0"),
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL,
    metrics: { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    dataDir: settings.DATA_DIR,
    database:
      databaseUrl === undefined
        ? undefined
        : { url: databaseUrl, directUrl: settings.DATABASE_DIRECT_URL ?? databaseUrl },
    role: settings.ROLE,
    processes: settings.PROCESSES,
    egressGroup: settings.EGRESS_GROUP,
    credentialsKeys: settings.CREDENTIALS_KEYS,
    addresses,
    tinkoffCaFile: settings.TINKOFF_CA_FILE,
    telegram: {
      apiUrl: settings.TELEGRAM_API_URL,
      token: settings.TELEGRAM_BOT_TOKEN,
      name: settings.TELEGRAM_BOT_NAME,
      messagesPerSecond: settings.TELEGRAM_MESSAGES_PER_SECOND,
    },
    mail:
      settings.SMTP_URL === undefined || settings.MAIL_FROM === undefined
        ? undefined
        : { url: settings.SMTP_URL, from: settings.MAIL_FROM },
    admin: email === undefined || password === undefined ? undefined : { email: email.toLowerCase(), password },
    payments: {
      publicId: settings.CLOUDPAYMENTS_PUBLIC_ID,
      apiSecret: settings.CLOUDPAYMENTS_API_SECRET,
      apiUrl: settings.CLOUDPAYMENTS_API_URL,
      widgetUrl: settings.CLOUDPAYMENTS_WIDGET_URL,
      receipt: { method: settings.CLOUDPAYMENTS_RECEIPT_METHOD, object: settings.CLOUDPAYMENTS_RECEIPT_OBJECT },
    },
    oneRublePlanEmail: settings.ONE_RUBLE_PLAN_EMAIL?.toLowerCase(),
    orderMaxAgeMs: settings.ORDER_MAX_AGE_S * 1_000,
    alertsPerMinute: settings.ALERTS_PER_MINUTE,
    kept: { ordersDays: settings.ORDERS_KEPT_DAYS, recordsDays: settings.RECORDS_KEPT_DAYS },
    offeredVenues: settings.OFFERED_VENUES,
    site: {
      brand: settings.BRAND_NAME,
      ...(settings.CONTACT_EMAIL && { contactEmail: settings.CONTACT_EMAIL }),
      ...(settings.CONTACT_TELEGRAM && { contactTelegram: settings.CONTACT_TELEGRAM }),
      ...(settings.SUPPORT_BOT_URL && { supportBotUrl: settings.SUPPORT_BOT_URL }),
      ...(settings.METRIKA_ID && { metrikaId: settings.METRIKA_ID }),
      offeredVenues: settings.OFFERED_VENUES,
      ...(settings.OUTGOING_ADDRESSES && { outgoingAddresses: settings.OUTGOING_ADDRESSES }),
      ...(seesCertificates && { seesCertificates }),
      ...readSeller(settings),
    },
    cells,
    idPrefix: cells === undefined || cells.own === cells.first ? "" : cells.own,
    trustProxy: settings.TRUST_PROXY,
    certificates,
    tradingViewOnly: settings.TRADINGVIEW_ONLY,
    logLevel: settings.LOG_LEVEL,
    walkSeed: settings.SANDBOX_WALK_SEED,
    killAt: point === undefined ? undefined : { point, count: Number(count) },
  };
}
