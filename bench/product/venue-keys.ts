/** Keys and tickers at the simulated venues. */
import { createHash } from "node:crypto";
import { manifestOf, type OrderSide, type VenueName } from "@chartrelay/contract";
import type { Environment, RegistrationInput } from "@chartrelay/sandbox";

/** A key for a simulated venue. */
export interface VenueKey {
  readonly venue: VenueName;
  /** A trial user may only trade on demo; T-Invest streams orders only live. */
  readonly environment: Environment;
  /** The venue's id of the account, which is the entry's API key. */
  readonly account: string;
  readonly secret: string;
}

/** Instruments that trade in whole units, where a venue's example doesn't: quantities are integers everywhere. */
const TICKERS: Readonly<Partial<Record<VenueName, string>>> = {
  BINANCE_SPOT: "DOGEUSDT",
  BINANCE_FUTURES: "DOGEUSDT.P",
};

/** Creates `count` keys, rotating through the venues; unique as long as `name` is. */
export function newKeys(
  name: string,
  count: number,
  venues: readonly VenueName[],
  environment: Environment = "demo",
): VenueKey[] {
  return Array.from({ length: count }, (_, index) => {
    const venue = venues[index % venues.length] ?? "ALOR_BROKER";
    const digest = (what: string) => createHash("sha256").update(`${what} of ${name}-${index}`).digest("hex");
    return { venue, environment, account: digest("account"), secret: digest("secret") };
  });
}

/** Returns the registrations that make the simulators accept these keys. */
export function registrationsOf(keys: readonly VenueKey[]): RegistrationInput[] {
  return keys.map((key) => ({ ...key }));
}

/** Returns the ticker of a venue's alerts. */
export function tickerAt(venue: VenueName): string {
  return TICKERS[venue] ?? manifestOf(venue).exampleOrder.ticker;
}

/** Returns the name of the same instrument in the simulated market. */
export function instrumentAt(venue: VenueName): string {
  return tickerAt(venue).replace(/\.P$/, "");
}

/** The side of an order, and its limit; null for a market order. */
export interface Terms {
  readonly side: OrderSide;
  readonly price: string | null;
}

/**
 * Returns an alert's message, at Alor and for a market order by default. `quantity` is in lots, or in coins at Binance.
 */
export function alertBody(
  account: string,
  quantity: number,
  venue: VenueName = "ALOR_BROKER",
  { side, price }: Terms = { side: "BUY", price: null },
): string {
  return JSON.stringify({
    account,
    ticker: tickerAt(venue),
    direction: side,
    type: price === null ? "MARKET" : "LIMIT",
    contracts: String(quantity),
    ...(price !== null && { price }),
  });
}
