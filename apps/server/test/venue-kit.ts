/** What a test needs to trade at each simulated venue: a key, and messages that the venue accepts. */
import { randomBytes } from "node:crypto";
import type { VenueName } from "@chartrelay/contract";
import type { RegistrationInput } from "@chartrelay/sandbox";

export interface VenueKit {
  /** Returns a key for the demo environment that nobody else has, for the simulator and for the account. */
  newKey(): RegistrationInput;
  /** A message's fields for a market order, besides account and direction. */
  readonly market: Fields;
  /** The same for the venue's other order types, by name. */
  readonly others: Readonly<Record<string, Fields>>;
}
type Fields = Readonly<Record<string, string | number>>;

const letters = (count: number) => randomBytes(count / 2).toString("hex");

const BELOW_THE_MARKET = { condition: "LessOrEqual", triggerPrice: "270.05" };

export const VENUE_KITS: Readonly<Record<VenueName, VenueKit>> = {
  ALOR_BROKER: {
    newKey: () => ({
      venue: "ALOR_BROKER",
      environment: "demo",
      account: `D${letters(10)}`,
      secret: `token-${letters(32)}`,
    }),
    market: { ticker: "SBER", type: "market", contracts: 1 },
    others: {
      limit: { ticker: "SBER", type: "limit", contracts: 10, price: "270.05" },
      stop: { ticker: "SBER", type: "stop", contracts: 10, ...BELOW_THE_MARKET },
      "stop-limit": { ticker: "SBER", type: "stop_limit", contracts: 10, price: "270", ...BELOW_THE_MARKET },
    },
  },
  TINKOFF: {
    newKey: () => ({ venue: "TINKOFF", environment: "demo", account: letters(10), secret: `t.${letters(40)}` }),
    market: { ticker: "SBER", type: "market", contracts: 1 },
    others: { limit: { ticker: "MOEX:SBER", type: "limit", contracts: 10, price: "270.05" } },
  },
  BINANCE_SPOT: {
    newKey: () => ({ venue: "BINANCE_SPOT", environment: "demo", account: letters(64), secret: letters(64) }),
    market: { ticker: "BTCUSDT", type: "market", contracts: "0.002" },
    others: { limit: { ticker: "BINANCE:BTCUSDT", type: "limit", contracts: "0.001", price: "101000" } },
  },
  BINANCE_FUTURES: {
    newKey: () => ({ venue: "BINANCE_FUTURES", environment: "demo", account: letters(64), secret: letters(64) }),
    market: { ticker: "BTCUSDT.P", type: "market", contracts: "0.002" },
    others: { limit: { ticker: "BINANCE:BTCUSDT.P", type: "limit", contracts: "0.003", price: "101000" } },
  },
};
