/** The shell that all adapters share: it turns every failure inside an adapter into an outcome, never an exception. */
import type { Found, Outcome, Reason } from "@chartrelay/contract";
import type { Executions } from "./execution.ts";
import { toExecutions } from "./executions.ts";
import { NotSent } from "./not-sent.ts";
import {
  InstrumentError,
  type Credentials,
  type Instrument,
  type PresentPrice,
  type Preview,
  type Rights,
  type Venue,
  type VenueOrder,
} from "./venue.ts";

/** An adapter's own work. Each function may throw {NotSent}; `place`, `instrument` and `price` also {InstrumentError}. */
export interface Adapter extends Pick<Venue, "oddQuantity" | "triesOrders" | "resend"> {
  place(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Outcome>;
  /**
   * Does what `place` does up to the send, then asks the venue about the key and, if the venue tries orders, about the
   * order, without placing it. Returns the order's instrument. May throw {NotSent} and {InstrumentError}.
   */
  preview(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Instrument>;
  find(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Found>;
  check(credentials: Credentials, signal: AbortSignal): Promise<Rights>;
  instrument(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<Instrument>;
  price(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<PresentPrice>;
  /** Its calls may throw {NotSent} and {InstrumentError}. */
  readonly executions?: Executions;
  close(): Promise<void>;
}

/** Makes a venue of an adapter. `name` is the venue's own name, for messages. */
export function toVenue(name: string, adapter: Adapter): Venue {
  return {
    ...(adapter.executions && { executions: toExecutions(adapter.executions) }),
    oddQuantity: adapter.oddQuantity,
    triesOrders: adapter.triesOrders,
    resend: adapter.resend,
    async place(order, credentials, signal) {
      try {
        return await adapter.place(order, credentials, signal);
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async preview(order, credentials, signal) {
      try {
        return { kind: "ready", instrument: await adapter.preview(order, credentials, signal) };
      } catch (error) {
        return previewOf(error);
      }
    },
    async find(order, credentials, signal) {
      try {
        return await adapter.find(order, credentials, signal);
      } catch (error) {
        return { kind: "unclear", cause: causeOf(error) };
      }
    },
    async check(credentials, signal) {
      try {
        return await adapter.check(credentials, signal);
      } catch (error) {
        if (error instanceof NotSent && error.outcome.kind === "rejected")
          return { kind: "refused", reason: error.outcome.reason };
        return { kind: "unclear", cause: causeOf(error) };
      }
    },
    async instrument(ticker, credentials, signal) {
      try {
        return await adapter.instrument(ticker, credentials, signal);
      } catch (error) {
        throw error instanceof NotSent
          ? new InstrumentError(error.outcome.reason, `${name} could not be asked`)
          : error;
      }
    },
    async price(ticker, credentials, signal) {
      try {
        return { kind: "read", ...(await adapter.price(ticker, credentials, signal)) };
      } catch (error) {
        return { kind: "unknown", reason: reasonOf(error) };
      }
    },
    close: () => adapter.close(),
  };
}

function previewOf(error: unknown): Preview {
  if (error instanceof InstrumentError) {
    return { kind: "refused", reason: error.reason, field: "ticker", candidates: error.candidates };
  }
  if (!(error instanceof NotSent)) return { kind: "unclear", reason: "VENUE_UNAVAILABLE" };
  const { outcome, field } = error;
  if (outcome.kind === "throttled") return { kind: "unclear", reason: outcome.reason };
  return { kind: "refused", reason: outcome.reason, candidates: [], ...(field !== undefined && { field }) };
}

function reasonOf(error: unknown): Reason {
  if (error instanceof InstrumentError) return error.reason;
  return error instanceof NotSent ? error.outcome.reason : "VENUE_UNAVAILABLE";
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NotSent) return { ...error.outcome, isUnsent: true };
  if (error instanceof InstrumentError)
    return { kind: "rejected", reason: error.reason, response: candidatesOf(error), isUnsent: true };
  // A bug of ours. We don't know where it struck, so we don't know whether the order was sent.
  return { kind: "unknown", cause: causeOf(error), response: null };
}

/**
 * Returns the tickers that would have been exact, in place of an answer: nothing was sent, so there is none to keep.
 */
function candidatesOf({ candidates }: InstrumentError): string | null {
  return candidates.length === 0 ? null : JSON.stringify({ candidates });
}

/** Returns a cause for the log: an error's message may contain anything, but its name and our own codes don't. */
function causeOf(error: unknown): string {
  if (error instanceof NotSent) return error.outcome.reason;
  return error instanceof Error ? error.name : "unknown failure";
}
