/** Keys and tickers at the simulated venues. */
import { createHash } from "node:crypto";
import { manifestOf, type VenueName } from "@chartrelay/contract";
import type { RegistrationInput } from "@chartrelay/sandbox";

/** A key at a simulated venue, on its demo environment: all that a trial user may trade on. */
export interface VenueKey {
  readonly venue: VenueName;
  /** What the venue calls the account: the API key of an entry. */
  readonly account: string;
  readonly secret: string;
}

/** Something that trades in whole numbers, so that a quantity is a number everywhere, where a venue's example doesn't. */
const TICKERS: Readonly<Partial<Record<VenueName, string>>> = {
  BINANCE_SPOT: "DOGEUSDT",
  BINANCE_FUTURES: "DOGEUSDT.P",
};

/** Keys that nobody else has, as long as `name` is new; at the venues in turn. */
export function newKeys(name: string, count: number, venues: readonly VenueName[]): VenueKey[] {
  return Array.from({ length: count }, (_, index) => {
    const venue = venues[index % venues.length] ?? "ALOR_BROKER";
    const digest = (what: string) => createHash("sha256").update(`${what} of ${name}-${index}`).digest("hex");
    return { venue, account: digest("account"), secret: digest("secret") };
  });
}

/** What the simulators have to be told of keys. */
export function registrationsOf(keys: readonly VenueKey[]): RegistrationInput[] {
  return keys.map((key) => ({ environment: "demo", ...key }));
}

/** The message of an alert for a market order at Alor, unless told otherwise. `quantity`: lots, or coins. */
export function alertBody(account: string, quantity: number, venue: VenueName = "ALOR_BROKER"): string {
  return JSON.stringify({
    account,
    ticker: TICKERS[venue] ?? manifestOf(venue).exampleOrder.ticker,
    direction: "BUY",
    type: "MARKET",
    contracts: String(quantity),
  });
}
