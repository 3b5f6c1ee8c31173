/** The settings, read once. No other file of the server reads the environment. */
import { VENUES, type Site, type VenueName } from "@chartrelay/contract";
import * as z from "zod";
import { CREDENTIALS_KEY_LIST, parseKeyRing, type KeyRing } from "./platform/security/key-ring.ts";
import { VENUE_ADDRESSES, type VenueAddresses } from "./venue-addresses.ts";

const url = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .transform((value) => value.replace(/\/+$/, ""));
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" });
const port = z.coerce
  .number("must be a port, 0 to 65535")
  .refine((value) => Number.isInteger(value) && value >= 0 && value <= 65_535, "must be a port, 0 to 65535");
const flag = z
  .enum(["on", "off", "true", "false", "1", "0"], "must be on or off")
  .transform((value) => ["on", "true", "1"].includes(value));
const venueList = z.string().transform((value, context) => {
  const names = value.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !VENUES.includes(name as VenueName));
  if (unknown !== undefined)
    context.issues.push({ code: "custom", message: `knows no venue "${unknown}"`, input: value });
  return names as VenueName[];
});

const environment = z.object({
  MODE: z.enum(["sandbox", "live"], "must be sandbox or live").default("sandbox"),
  PORT: port.default(8080),
  HOST: z.string().min(1).optional(),
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  ROLE: z.enum(["all", "api", "relay"], "must be all, api or relay").default("all"),
  CREDENTIALS_KEYS: z.string().regex(CREDENTIALS_KEY_LIST, "must be id:base64,id:base64 with 32-byte keys").optional(),
  ALOR_API_URL: url.optional(),
  ALOR_OAUTH_URL: url.optional(),
  ALOR_DEMO_API_URL: url.optional(),
  ALOR_DEMO_OAUTH_URL: url.optional(),
  TINKOFF_API_URL: url.optional(),
  TINKOFF_DEMO_API_URL: url.optional(),
  TINKOFF_CA_FILE: z.string().min(1).optional(),
  BINANCE_SPOT_API_URL: url.optional(),
  BINANCE_SPOT_DEMO_API_URL: url.optional(),
  BINANCE_FUTURES_API_URL: url.optional(),
  BINANCE_FUTURES_DEMO_API_URL: url.optional(),
  ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
  ADMIN_PASSWORD: z.string().min(6, "must have at least 6 characters").optional(),
  ORDER_MAX_AGE_S: z.coerce.number().positive("must be a positive number of seconds").max(3_600).default(60),
  OFFERED_VENUES: venueList.default(["ALOR_BROKER", "TINKOFF", "BINANCE_SPOT", "BINANCE_FUTURES"]),
  BRAND_NAME: z.string().min(1).max(40, "must have at most 40 characters").default("Chartrelay"),
  CONTACT_EMAIL: z.email("must be an e-mail address").optional(),
  CONTACT_TELEGRAM: z
    .string()
    .regex(/^@?\w{5,32}$/, "must be a Telegram name")
    .transform((name) => name.replace(/^@/, ""))
    .optional(),
  SUPPORT_BOT_URL: url.optional(),
  METRIKA_ID: z.string().regex(/^\d+$/, "must be the number of a counter").optional(),
  TRUST_PROXY: flag.default(false),
  TRADINGVIEW_ONLY: flag.default(false),
  METRICS_PORT: port.default(0),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("warn"),
  CHAOS_KILL_AT: z
    .string()
    .regex(/^[a-z.]+:\d+$/, "must be point:count")
    .optional(),
});

export interface Config {
  readonly mode: "sandbox" | "live";
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Undefined: http://localhost and the port. */
  readonly publicUrl: string | undefined;
  /** On its own port, for the operator only; 0 takes a free one. */
  readonly metricsPort: number;
  readonly dataDir: string;
  /** Undefined: PGlite in the data directory. */
  readonly database: { readonly url: string; readonly directUrl: string } | undefined;
  /** Whether this node answers HTTP beyond its health, and whether it sends orders. */
  readonly role: "all" | "api" | "relay";
  /** Undefined only in the sandbox, which makes one in the data directory. */
  readonly credentialsKeys: KeyRing | undefined;
  /** What is set by hand; in the sandbox the simulators stand in for the rest. */
  readonly addresses: Partial<VenueAddresses>;
  /** A PEM file with the root certificate that T-Invest's chains to, which Node.js doesn't have. */
  readonly tinkoffCaFile: string | undefined;
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  /** An order older than this is never sent. */
  readonly orderMaxAgeMs: number;
  readonly offeredVenues: readonly VenueName[];
  /** What the pages show of the operator. */
  readonly site: Site;
  readonly trustProxy: boolean;
  readonly tradingViewOnly: boolean;
  readonly logLevel: string;
  /** Chaos runs only: end the process by SIGKILL when a named point is reached for the n-th time. */
  readonly killAt: { readonly point: string; readonly count: number } | undefined;
}

/** A setting that is missing or bad. Its message is the one line the operator needs. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the settings.
 * @throws {ConfigError} naming each setting that is missing or bad. Never repeats a value: it may be a secret.
 */
export function readConfig(source: Readonly<Record<string, string | undefined>> = process.env): Config {
  // An empty variable is how compose files and shells spell an unset one.
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "")));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  }
  const settings = parsed.data;
  requireTogether(settings, "ADMIN_EMAIL", "ADMIN_PASSWORD");
  if (settings.DATABASE_DIRECT_URL !== undefined && settings.DATABASE_URL === undefined) {
    throw new ConfigError("DATABASE_DIRECT_URL: needs DATABASE_URL beside it");
  }
  if (settings.ROLE !== "all" && settings.DATABASE_URL === undefined) {
    throw new ConfigError(`ROLE: ${settings.ROLE} needs DATABASE_URL, the embedded database serves one process only`);
  }
  if (settings.MODE === "live") {
    if (settings.CREDENTIALS_KEYS === undefined) throw new ConfigError("CREDENTIALS_KEYS: needed in live mode");
    if (settings.PUBLIC_URL === undefined) throw new ConfigError("PUBLIC_URL: needed in live mode");
    if (settings.CHAOS_KILL_AT !== undefined) throw new ConfigError("CHAOS_KILL_AT: only for the sandbox");
  }
  return toConfig(settings);
}

type Settings = z.infer<typeof environment>;

function requireTogether(settings: Settings, first: keyof Settings, second: keyof Settings): void {
  if ((settings[first] === undefined) !== (settings[second] === undefined)) {
    const missing = settings[first] === undefined ? first : second;
    throw new ConfigError(`${missing}: needed beside ${missing === first ? second : first}`);
  }
}

function toConfig(settings: Settings): Config {
  const { DATABASE_URL: databaseUrl, ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings;
  const [point, count] = settings.CHAOS_KILL_AT?.split(":") ?? [];
  return {
    mode: settings.MODE,
    host: settings.HOST ?? (settings.MODE === "sandbox" ? "127.0.0.1" : "0.0.0.0"),
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL,
    metricsPort: settings.METRICS_PORT,
    dataDir: settings.DATA_DIR,
    database:
      databaseUrl === undefined
        ? undefined
        : { url: databaseUrl, directUrl: settings.DATABASE_DIRECT_URL ?? databaseUrl },
    role: settings.ROLE,
    credentialsKeys: settings.CREDENTIALS_KEYS === undefined ? undefined : parseKeyRing(settings.CREDENTIALS_KEYS),
    addresses: Object.fromEntries(
      VENUE_ADDRESSES.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
    ),
    tinkoffCaFile: settings.TINKOFF_CA_FILE,
    admin: email === undefined || password === undefined ? undefined : { email: email.toLowerCase(), password },
    orderMaxAgeMs: settings.ORDER_MAX_AGE_S * 1_000,
    offeredVenues: settings.OFFERED_VENUES,
    site: {
      brand: settings.BRAND_NAME,
      ...(settings.CONTACT_EMAIL && { contactEmail: settings.CONTACT_EMAIL }),
      ...(settings.CONTACT_TELEGRAM && { contactTelegram: settings.CONTACT_TELEGRAM }),
      ...(settings.SUPPORT_BOT_URL && { supportBotUrl: settings.SUPPORT_BOT_URL }),
      ...(settings.METRIKA_ID && { metrikaId: settings.METRIKA_ID }),
    },
    trustProxy: settings.TRUST_PROXY,
    tradingViewOnly: settings.TRADINGVIEW_ONLY,
    logLevel: settings.LOG_LEVEL,
    killAt: point === undefined ? undefined : { point, count: Number(count) },
  };
}
