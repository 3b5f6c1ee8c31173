import { z } from "zod";
import { ENVIRONMENTS, type Environment } from "../ledger.ts";

/** The end of a key that has none. */
const NEVER = "9999-12-31T23:59:59Z";

/** The registration of a key at either Binance: an API key and the secret that signs with it. */
const known = {
  environment: z.enum(ENVIRONMENTS),
  /** The API key. Binance's own have 64 characters. */
  account: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  /** The secret key. */
  secret: z.string().min(1).max(64),
  insufficientFunds: z.boolean().default(false),
  /** A key without the right to trade. */
  readOnly: z.boolean().default(false),
  /** A key that may also withdraw: more than any order needs. */
  mayWithdraw: z.boolean().default(false),
  /** The addresses from which the key is good; all when there are none. */
  allowedIps: z.array(z.string()).default([]),
  revoked: z.boolean().default(false),
  /** When the key ends: ISO 8601, UTC. */
  expiresAt: z.iso.datetime().default(NEVER),
  /** A label for people: whose it is, or what for. */
  name: z.string().optional(),
};
export const binanceSpotRegistration = z.strictObject({ ...known, venue: z.literal("BINANCE_SPOT") });
export const binanceFuturesRegistration = z.strictObject({
  ...known,
  venue: z.literal("BINANCE_FUTURES"),
  /** Positions are held by side: `positionSide` LONG or SHORT on each order, never `reduceOnly`. */
  hedgeMode: z.boolean().default(false),
});
export type SpotKey = z.output<typeof binanceSpotRegistration>;
export type FuturesKey = z.output<typeof binanceFuturesRegistration>;
export type BinanceKey = SpotKey | FuturesKey;
export type BinanceKeyInput = z.input<typeof binanceSpotRegistration> | z.input<typeof binanceFuturesRegistration>;

/** When a key ends, milliseconds since the Unix epoch; undefined for one that doesn't. */
export function endOf({ expiresAt }: BinanceKey): number | undefined {
  return expiresAt === NEVER ? undefined : Date.parse(expiresAt);
}

/** The keys of both venues and environments. One API key may be good for both venues, each with its own registration. */
export class BinanceKeys {
  readonly #keys = new Map<string, BinanceKey>();

  /** Adds a key, or replaces what was known of it at that venue. */
  register(key: BinanceKey): void {
    this.#keys.set(`${key.venue} ${key.environment} ${key.account}`, key);
  }

  get<Key extends BinanceKey>(venue: Key["venue"], environment: Environment, apiKey: string): Key | undefined {
    return this.#keys.get(`${venue} ${environment} ${apiKey}`) as Key | undefined;
  }

  /** What is known of a key at the two venues. */
  everywhere(environment: Environment, apiKey: string): readonly BinanceKey[] {
    const venues = ["BINANCE_SPOT", "BINANCE_FUTURES"] as const;
    return venues.flatMap((venue) => this.get(venue, environment, apiKey) ?? []);
  }
}
