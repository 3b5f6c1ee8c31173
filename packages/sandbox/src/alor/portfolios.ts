import { z } from "zod";
import { ENVIRONMENTS } from "../ledger.ts";

/** A portfolio at Alor and a refresh token that opens it; one token may open several. */
export const alorRegistration = z.strictObject({
  venue: z.literal("ALOR_BROKER"),
  environment: z.enum(ENVIRONMENTS),
  /** The portfolio. */
  account: z.string().min(1).max(64),
  /** The refresh token. */
  secret: z.string().min(1).max(1024),
  /** A client of the initial risk level (КНУР): may trade derivatives only with allowMargin. */
  initialRisk: z.boolean().default(false),
  insufficientFunds: z.boolean().default(false),
  /** The token was issued without the right to place orders. */
  readOnly: z.boolean().default(false),
  /** The token was issued with no other right than to place orders. */
  tradeOnly: z.boolean().default(false),
  /** A label for people: whose it is, or what it is for. */
  name: z.string().optional(),
  /**
   * When the refresh token expires: ISO 8601, UTC. At Alor a self-issued one lasts a year; the default never expires
   * here.
   */
  expiresAt: z.iso.datetime().default("9999-12-31T23:59:59Z"),
  revoked: z.boolean().default(false),
});
export type Portfolio = z.output<typeof alorRegistration>;
export type PortfolioInput = z.input<typeof alorRegistration>;

/** The portfolios of one environment. */
export class Portfolios {
  readonly #byName = new Map<string, Portfolio>();
  readonly #byToken = new Map<string, Map<string, Portfolio>>();

  /** Adds a portfolio, or replaces what was known about it under this token. */
  register(portfolio: Portfolio): void {
    this.#byName.set(portfolio.account, portfolio);
    const opened = this.#byToken.get(portfolio.secret);
    if (opened) opened.set(portfolio.account, portfolio);
    else this.#byToken.set(portfolio.secret, new Map([[portfolio.account, portfolio]]));
  }

  get(name: string): Portfolio | undefined {
    return this.#byName.get(name);
  }

  /** Returns what a refresh token opens, including expired and revoked portfolios; empty for an unknown token. */
  openedBy(refreshToken: string): readonly Portfolio[] {
    return Array.from(this.#byToken.get(refreshToken)?.values() ?? []);
  }
}
