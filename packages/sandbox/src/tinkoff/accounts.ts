import { z } from "zod";
import { ENVIRONMENTS } from "../ledger.ts";

/** An account at T-Invest and a token that opens it; one token may open several. */
export const tinkoffRegistration = z.strictObject({
  venue: z.literal("TINKOFF"),
  environment: z.enum(ENVIRONMENTS),
  /** The account's id. */
  account: z.string().min(1).max(64),
  /** The token. */
  secret: z.string().min(1).max(1024),
  /** A client of the initial risk level (КНУР): may trade derivatives only with confirmMarginTrade. */
  initialRisk: z.boolean().default(false),
  /** Margin trading is off at the broker: no derivatives and no short positions, whatever the order confirms. */
  noMargin: z.boolean().default(false),
  insufficientFunds: z.boolean().default(false),
  /**
   * Lots of every instrument that the account may sell without going short. Not part of its positions, which are what
   * it has traded.
   */
  heldLots: z.int().min(0).default(1_000_000),
  /** The token may read but not trade. */
  readOnly: z.boolean().default(false),
  /** The token has no access to this account, although they have the same owner: it was issued for another account. */
  noAccess: z.boolean().default(false),
  closed: z.boolean().default(false),
  /** Orders that the token may place per minute: docs/venues/t-invest.md, Limits. */
  ordersPerMinute: z.int().positive().default(300),
  /** Streams that its owner may have open at once: docs/venues/t-invest.md, Streams. */
  orderStreams: z.int().min(0).default(10),
  operationStreams: z.int().min(0).default(2),
  /** The broker is still loading the account's limits, so positions and money can't be trusted. */
  limitsLoading: z.boolean().default(false),
  /** A label for people: whose it is, or what it is for. */
  name: z.string().optional(),
  /**
   * When the token expires: ISO 8601, UTC. At the venue that is three months after its last use; the default never
   * expires here.
   */
  expiresAt: z.iso.datetime().default("9999-12-31T23:59:59Z"),
  revoked: z.boolean().default(false),
});
export type TinkoffAccount = z.output<typeof tinkoffRegistration>;
export type TinkoffAccountInput = z.input<typeof tinkoffRegistration>;

/** The accounts of one environment. */
export class Accounts {
  readonly #ids = new Set<string>();
  readonly #byToken = new Map<string, Map<string, TinkoffAccount>>();

  /** Adds an account, or replaces what was known about it under this token. */
  register(account: TinkoffAccount): void {
    this.#ids.add(account.account);
    const opened = this.#byToken.get(account.secret);
    if (opened) opened.set(account.account, account);
    else this.#byToken.set(account.secret, new Map([[account.account, account]]));
  }

  /** Returns whether there is such an account, whoever may use it. */
  exists(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Returns what a token opens, including expired and revoked ones; empty for an unknown token. */
  openedBy(token: string): readonly TinkoffAccount[] {
    return Array.from(this.#byToken.get(token)?.values() ?? []);
  }
}
