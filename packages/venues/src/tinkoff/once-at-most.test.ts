import type { Outcome } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { VenueOrder } from "../venue.ts";
import { atTheSandbox, limitOf, orderOf, patient, TRADER, type AtTheSandbox } from "./sandbox.fixture.ts";

const once = { times: 1 } as const;
const executed = fc.boolean();
/** After this many denials in a row, a sender believes them if only the order_id protects against duplicates. */
const CONFIRMING_ABSENCES = 5;
const asks = fc.integer({ min: 1, max: CONFIRMING_ABSENCES - 1 });
const fault: fc.Arbitrary<FaultInput> = fc.oneof(
  fc.constantFrom<FaultInput>(
    { kind: "drop", ...once },
    { kind: "accept-then-drop", ...once },
    { kind: "accept-then-5xx", ...once },
    { kind: "429", retryAfterS: 5, ...once },
    { kind: "exchange-rejects", ...once },
    { kind: "unauthorized", ...once },
    { kind: "repeat-as-refusal" },
    { kind: "drop", operation: "find", ...once },
    { kind: "5xx", operation: "find", ...once },
    { kind: "drop", operation: "market-data", ...once },
  ),
  executed.map((executed): FaultInput => ({ kind: "5xx", status: 504, executed, ...once })),
  executed.map((executed): FaultInput => ({ kind: "malformed", executed, ...once })),
  fc.boolean().map((remembered): FaultInput => ({ kind: "clearing", remembered, ...once })),
  asks.map((times): FaultInput => ({ kind: "report-missing", times })),
  asks.map((times): FaultInput => ({ kind: "not-found-at-first", times })),
);

/** Only one of them at a time denies an existing order, so that it appears before its absence is confirmed. */
const faults = fc.uniqueArray(fault, {
  maxLength: 6,
  selector: ({ kind }) => (kind === "not-found-at-first" ? "report-missing" : kind),
});

const MAX_STEPS = 40;

/**
 * Does with an order what the resend rule allows: looks it up while it is unknown, and resends it after enough denials.
 */
async function carry({ tinkoff, clock }: AtTheSandbox, order: VenueOrder): Promise<Outcome["kind"]> {
  let isUnknown = false;
  let absences = 0;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    clock.nowMs += 10_000;
    if (isUnknown && absences < CONFIRMING_ABSENCES) {
      const found = await tinkoff.find(order, TRADER, patient());
      if (found.kind === "found") return found.outcome.kind;
      if (found.kind === "absent") absences += 1;
      continue;
    }
    const outcome = await tinkoff.place(order, TRADER, patient());
    if (outcome.kind === "accepted" || outcome.kind === "rejected") return outcome.kind;
    if (outcome.kind === "throttled") continue;
    isUnknown = true;
    absences = 0;
  }
  return "unknown";
}

test("whatever goes wrong in transit, an order is executed at most once, and its reported outcome is true", async () => {
  const at = await atTheSandbox();
  const { sandbox } = at;
  await fc.assert(
    fc.asyncProperty(faults, fc.boolean(), async (struck, isLimit) => {
      sandbox.reset();
      sandbox.faults.set(...struck);
      const said = await carry(at, isLimit ? limitOf() : orderOf());
      const executions = sandbox.ledger.entries().length;
      expect(executions).toBeLessThanOrEqual(1);
      if (said === "accepted") expect(executions).toBe(1);
      if (said === "rejected") expect(executions).toBe(0);
    }),
    { numRuns: 200 },
  );
});
