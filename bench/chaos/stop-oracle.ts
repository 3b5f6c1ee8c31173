/**
 * Judges a stop that has settled by what the venues hold and executed. Like oracle.ts, it knows nothing about how the
 * product carries a stop out.
 */
import { absolute, compareDecimals, difference, signOf, type Stop } from "@chartrelay/contract";
import type { ExecutedOrder } from "@chartrelay/sandbox";

/**
 * `not proven`: the stop never says that it is. `not flat`: something that we bought is held, or an order of ours works.
 * `closed too much`: less is held than was bought by hand, because something was closed twice, or more than ours. `by hand
 * touched`: an order placed by hand is gone. `sent after stop`: an order that isn't a close reached its venue.
 */
export const STOP_VIOLATIONS = [
  "not proven",
  "not flat",
  "closed too much",
  "by hand touched",
  "sent after stop",
] as const;

export interface StopViolation {
  readonly kind: (typeof STOP_VIOLATIONS)[number];
  readonly detail: string;
}

/** An account as its venue sees it in the end. Everything of ours was bought. */
export interface StoppedAccount {
  readonly account: string;
  readonly held: string;
  /** What was bought by hand. */
  readonly byHand: string;
  /** Less than this can't be closed: at spot, fees leave it behind. */
  readonly step: string;
  /** Orders of ours that work. */
  readonly working: number;
  /** Orders that were placed by hand and work no more. */
  readonly lostByHand: number;
}

export interface StopEvidence {
  readonly stop: Pick<Stop, "state" | "requestedAt">;
  readonly accounts: readonly StoppedAccount[];
  /** What the venues accepted. */
  readonly ledger: readonly Pick<ExecutedOrder, "account" | "clientOrderId" | "side" | "receivedAtUs">[];
  /** How long an order that had left us before the stop may have been on its way. */
  readonly onItsWayMs: number;
}

/** Judges one stop. */
export function judgeStop({ stop, accounts, ledger, onItsWayMs }: StopEvidence): StopViolation[] {
  const violations: StopViolation[] = [];
  if (stop.state !== "proven") violations.push({ kind: "not proven", detail: `it is ${stop.state}` });
  for (const { account, held, byHand, step, working, lostByHand } of accounts) {
    const ours = difference(held, byHand);
    const detail = `${account} holds ${held}, ${byHand} of it by hand`;
    if (working > 0) violations.push({ kind: "not flat", detail: `${working} orders of ours work in ${account}` });
    if (lostByHand > 0) violations.push({ kind: "by hand touched", detail: `${lostByHand} orders in ${account}` });
    if (compareDecimals(absolute(ours), step) < 0) continue;
    violations.push({ kind: signOf(ours) > 0 ? "not flat" : "closed too much", detail });
  }
  const lastMs = Date.parse(stop.requestedAt) + onItsWayMs;
  for (const { clientOrderId, side, receivedAtUs } of ledger) {
    const lateMs = Math.round(receivedAtUs / 1_000 - lastMs);
    if (side === "SELL" || lateMs <= 0) continue;
    violations.push({ kind: "sent after stop", detail: `order ${clientOrderId ?? ""}, ${lateMs} ms too late` });
  }
  return violations;
}
