/** Alor: market and limit orders over its HTTP API (facts/venues.md, Alor). */
import type { Outcome } from "@chartrelay/contract";
import { NotSent } from "../not-sent.ts";
import { InstrumentError, type Credentials, type Rights, type Venue } from "../venue.ts";
import { createCircuits, type AlorOptions, type Circuits } from "./circuit.ts";
import { createInstruments } from "./instruments.ts";
import { findOrder, placeOrder } from "./placing.ts";

export interface AlorVenue extends Venue {
  /** Lets what is under way end, then closes the connections. */
  close(): Promise<void>;
}

/**
 * The adapter. It keeps access tokens and instruments in memory and nothing anywhere else; one serves all accounts.
 * Before the send everything that goes wrong is rejected or throttled; from the send on, all that Alor's error table
 * doesn't name is unknown.
 */
export function createAlor(options: AlorOptions): AlorVenue {
  const circuits = createCircuits(options);
  const instruments = createInstruments(circuits);
  return {
    resend: "same-id",
    async place(order, credentials, signal) {
      try {
        return await placeOrder(circuits, instruments, order, credentials, signal);
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async find(order, credentials, signal) {
      try {
        return await findOrder(circuits, order, credentials, signal);
      } catch (error) {
        return { kind: "unclear", cause: causeOf(error) };
      }
    },
    async check(credentials, signal) {
      try {
        return await rightsOf(circuits, credentials, signal);
      } catch (error) {
        if (error instanceof NotSent && error.outcome.kind === "rejected")
          return { kind: "refused", reason: error.outcome.reason };
        return { kind: "unclear", cause: causeOf(error) };
      }
    },
    async instrument(ticker, credentials, signal) {
      try {
        return await instruments.get(ticker, credentials, signal);
      } catch (error) {
        throw error instanceof NotSent ? new InstrumentError(error.outcome.reason, "Alor could not be asked") : error;
      }
    },
    close: () => circuits.close(),
  };
}

async function rightsOf(circuits: Circuits, credentials: Credentials, signal: AbortSignal): Promise<Rights> {
  const { portfolios, scope } = await circuits.tokens.renew(credentials, signal);
  if (!portfolios) return { kind: "unclear", cause: "the token lists no portfolios" };
  if (!portfolios.has(credentials.apiKey)) return { kind: "refused", reason: "NO_RIGHTS" };
  const may = (right: string) => scope?.has(right) ?? true;
  return { kind: "granted", maySeeOrders: may("OrdersRead"), mayTrade: may("OrdersCreate") };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NotSent) return error.outcome;
  if (error instanceof InstrumentError)
    return { kind: "rejected", reason: error.reason, response: candidatesOf(error) };
  // A fault of ours. Where it struck isn't known, so neither is whether the order was sent.
  return { kind: "unknown", cause: causeOf(error), response: null };
}

/** Nothing was sent, so there is no answer to keep; the tickers that would have been exact take its place. */
function candidatesOf({ candidates }: InstrumentError): string | null {
  return candidates.length === 0 ? null : JSON.stringify({ candidates });
}

/** An error's message may hold anything; its name and our own codes don't. */
function causeOf(error: unknown): string {
  if (error instanceof NotSent) return error.outcome.reason;
  return error instanceof Error ? error.name : "unknown failure";
}
