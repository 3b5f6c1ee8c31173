/** The shell around an adapter's executions: what is thrown inside becomes a value, never an exception. */
import type { Cancellation, Executions, Reading } from "./execution.ts";
import { NotSent } from "./not-sent.ts";
import { InstrumentError } from "./venue.ts";

/** Returns `calls` such that none of them throws. Inside, they may throw {NotSent} and {InstrumentError}. */
export function toExecutions(calls: Executions): Executions {
  const read =
    <Given extends unknown[], Value>(call: (...given: Given) => Promise<Reading<Value>>) =>
    (...given: Given): Promise<Reading<Value>> =>
      call(...given).catch(readingOf);
  return {
    following: calls.following,
    cancel: (...given) => calls.cancel(...given).catch(cancellationOf),
    fills: read(calls.fills),
    working: read(calls.working),
    positions: read(calls.positions),
    money: read(calls.money),
    equity: read(calls.equity),
    ...(calls.isHedged && { isHedged: read(calls.isHedged) }),
    ...(calls.funding && { funding: read(calls.funding) }),
    estimate: read(calls.estimate),
    schedule: read(calls.schedule),
    ...(calls.contracts && { contracts: read(calls.contracts) }),
    events: calls.events,
  };
}

function readingOf(error: unknown): Reading<never> {
  if (error instanceof InstrumentError) return { kind: "refused", reason: error.reason };
  if (!(error instanceof NotSent)) return { kind: "unknown", cause: nameOf(error) };
  const { outcome } = error;
  if (outcome.kind === "rejected") return { kind: "refused", reason: outcome.reason };
  const { reason, retryAfterMs } = outcome;
  return { kind: "unknown", cause: reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

function cancellationOf(error: unknown): Cancellation {
  if (error instanceof InstrumentError) return { kind: "refused", reason: error.reason, response: null };
  if (!(error instanceof NotSent)) return { kind: "unknown", cause: nameOf(error), response: null };
  const { outcome } = error;
  if (outcome.kind === "rejected") return { kind: "refused", reason: outcome.reason, response: outcome.response };
  const { reason, retryAfterMs } = outcome;
  return { kind: "throttled", reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** An error's message may contain anything, its name doesn't. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown failure";
}
