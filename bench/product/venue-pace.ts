/** How long the simulated venues take to answer. */
import type { VenueName } from "@chartrelay/contract";
import type { FaultInput, Operation, Sandbox } from "@chartrelay/sandbox";

/** What venues are asked. */
export const VENUE_OPERATIONS = [
  "order",
  "find",
  "cancel",
  "fills",
  "working",
  "positions",
  "money",
  "estimate",
  "schedule",
  "auth",
  "market-data",
] as const satisfies readonly Operation[];

/** Has a venue answer everything so much later, or all venues. What it is asked takes effect at once. */
export function slowDown({ faults }: Pick<Sandbox, "faults">, latencyMs: number, venue?: VenueName): void {
  const later: FaultInput = { kind: "latency", latencyMs, executed: true, ...(venue && { venue }) };
  faults.set(...VENUE_OPERATIONS.map((operation) => ({ ...later, operation })));
}
