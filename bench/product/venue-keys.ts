/** Keys and tickers at the simulated venues. */
import { createHash } from "node:crypto";
import { manifestOf, type VenueName } from "@chartrelay/contract";
import type { RegistrationInput } from "@chartrelay/sandbox";

/** A key for a simulated venue's demo environment, the only one that a trial user may trade on. */
export interface VenueKey {
  readonly venue: VenueName;
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
export function newKeys(name: string, count: number, venues: readonly VenueName[]): VenueKey[] {
  return Array.from({ length: count }, (_, index) => {
    const venue = venues[index % venues.length] ?? "ALOR_BROKER";
    const digest = (what: string) => createHash("sha256").update(`${what} of ${name}-${index}`).digest("hex");
    return { venue, account: digest("account"), secret: digest("secret") };
  });
}

/** Returns the registrations that make the simulators accept these keys. */
export function registrationsOf(keys: readonly VenueKey[]): RegistrationInput[] {
  return keys.map((key) => ({ environment: "demo", ...key }));
}

/** Returns an alert's message for a market order, at Alor by default. `quantity` is in lots, or in coins at Binance. */
export function alertBody(account: string, quantity: number, venue: VenueName = "ALOR_BROKER"): string {
  return JSON.stringify({
    account,
    ticker: TICKERS[venue] ?? manifestOf(venue).exampleOrder.ticker,
    direction: "BUY",
    type: "MARKET",
    contracts: String(quantity),
  });
}
