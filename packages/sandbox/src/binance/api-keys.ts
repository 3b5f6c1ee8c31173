import { z } from "zod";
import { ENVIRONMENTS, type Environment } from "../ledger.ts";

/** The expiry of a key that doesn't expire. */
const NEVER = "9999-12-31T23:59:59Z";

/** A key's registration at spot or futures: an API key and the secret that signs with it. */
const known = {
  environment: z.enum(ENVIRONMENTS),
  /** The API key. Binance's own keys have 64 characters. */
  account: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  /** The secret key. */
  secret: z.string().min(1).max(64),
  insufficientFunds: z.boolean().default(false),
  /** A key without the right to trade. */
  readOnly: z.boolean().default(false),
  /** A key without the right to read. */
  tradeOnly: z.boolean().default(false),
  /** A key that may also withdraw: more than any order needs. */
  mayWithdraw: z.boolean().default(false),
  /** The addresses from which the key works; if empty, all. */
  allowedIps: z.array(z.string()).default([]),
  revoked: z.boolean().default(false),
  /** When the key expires: ISO 8601, UTC. */
  expiresAt: z.iso.datetime().default(NEVER),
  /** A label for people: whose it is, or what it is for. */
  name: z.string().optional(),
};
export const binanceSpotRegistration = z.strictObject({ ...known, venue: z.literal("BINANCE_SPOT") });
export const binanceFuturesRegistration = z.strictObject({
  ...known,
  venue: z.literal("BINANCE_FUTURES"),
  /** Positions are held by side: each order has `positionSide` LONG or SHORT, and never `reduceOnly`. */
  hedgeMode: z.boolean().default(false),
});
export type SpotKey = z.output<typeof binanceSpotRegistration>;
export type FuturesKey = z.output<typeof binanceFuturesRegistration>;
export type BinanceKey = SpotKey | FuturesKey;
export type BinanceKeyInput = z.input<typeof binanceSpotRegistration> | z.input<typeof binanceFuturesRegistration>;

/** Returns when a key expires, in milliseconds since the Unix epoch; undefined if it doesn't. */
export function endOf({ expiresAt }: BinanceKey): number | undefined {
  return expiresAt === NEVER ? undefined : Date.parse(expiresAt);
}

/** The keys of both venues and environments. One API key may work at both venues, each with its own registration. */
export class BinanceKeys {
  readonly #keys = new Map<string, BinanceKey>();

  /** Adds a key, or replaces what was known about it at that venue. */
  register(key: BinanceKey): void {
    this.#keys.set(`${key.venue} ${key.environment} ${key.account}`, key);
  }

  get<Key extends BinanceKey>(venue: Key["venue"], environment: Environment, apiKey: string): Key | undefined {
    return this.#keys.get(`${venue} ${environment} ${apiKey}`) as Key | undefined;
  }

  /** Returns the registrations of a key at both venues. */
  everywhere(environment: Environment, apiKey: string): readonly BinanceKey[] {
    const venues = ["BINANCE_SPOT", "BINANCE_FUTURES"] as const;
    return venues.flatMap((venue) => this.get(venue, environment, apiKey) ?? []);
  }
}
