/** Strategies of the product's users, and the signals that TradingView sends to them. */
import type { Strategy, StrategyMode } from "@chartrelay/contract";
import { call } from "./api.ts";
import type { Trader } from "./trader.ts";

export interface NewStrategy {
  readonly name: string;
  readonly mode: StrategyMode;
  /** The account ids that alerts use. */
  readonly accounts: readonly string[];
}

/** Adds a strategy that trades its own size in these accounts from its next signal on, and returns its id. */
export async function addStrategy(
  origin: string,
  { token }: Pick<Trader, "token">,
  { name, mode, accounts }: NewStrategy,
): Promise<string> {
  const members = accounts.map((accountId) => ({ accountId, sizing: { kind: "multiplier", value: "1" } }));
  const entry = { name, mode, start: "now", members };
  const saved = await call<Strategy[]>(`${origin}/api/v1/strategies/me/list`, { token, body: [entry] });
  const strategy = saved.find((each) => each.name === name);
  if (!strategy) throw new Error(`the strategy ${name} was not saved`);
  return strategy.id;
}

const side = (position: number) => (position > 0 ? "long" : position < 0 ? "short" : "flat");

/** Returns a strategy's signal that brings it from one position to another. `more` are further fields of the message. */
export function signalBody(
  strategy: string,
  ticker: string,
  [from, to]: readonly [from: number, to: number],
  more: object = {},
): string {
  return JSON.stringify({
    strategy,
    ticker,
    direction: to > from ? "buy" : "sell",
    type: "market",
    contracts: Math.abs(to - from),
    marketPosition: side(to),
    marketPositionSize: Math.abs(to),
    prevMarketPosition: side(from),
    prevMarketPositionSize: Math.abs(from),
    ...more,
  });
}
