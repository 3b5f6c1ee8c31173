/** Instructions in tests, as the accepting commit would make them of a chain's verdicts. */
import { type OnGap, absolute, signOf, type StrategyMode } from "@chartrelay/contract";
import type { Verdict } from "./chain.fixture.ts";
import type { Instruction } from "./instruction.ts";

/** Of a strategy: what decides what a released signal trades. */
export interface Settings {
  readonly mode: StrategyMode;
  readonly onGap: OnGap;
}

/** Returns what a released signal asks of a member's account; null if nothing. */
export function instructionOf(
  { from, to, trades }: Verdict,
  { mode, onGap }: Settings,
  traded: string,
): Instruction | null {
  if (trades === "nothing") return null;
  const isAlone = trades === "changeAlone";
  const isTarget = mode === "target" || trades === "position" || (trades === "gap" && onGap === "catchUp");
  return {
    kind: isTarget ? "target" : "delta",
    ticker: "SBER",
    side: signOf(traded) < 0 ? "SELL" : "BUY",
    from: isAlone ? null : from,
    to: isAlone ? null : to,
    traded,
    size: { contracts: absolute(traded) },
    sizing: { kind: "multiplier", value: "1" },
    roll: null,
    signalPrice: null,
    currentContract: null,
    leg: null,
  };
}

/** The account goes to a position, from another one if TradingView's is known. */
export function target(to: string, from: string | null = null): Instruction {
  return {
    kind: "target",
    ticker: "SBER",
    side: null,
    from,
    to,
    traded: null,
    size: {},
    sizing: { kind: "multiplier", value: "1" },
    roll: null,
    signalPrice: null,
    currentContract: null,
    leg: null,
  };
}
