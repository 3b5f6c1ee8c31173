/** For tests: a reader of one account's stream, who believes what a reader should. */
import type { VenueOrder } from "../venue.ts";
import {
  isFinal,
  type Execution,
  type Executions,
  type Fill,
  type StreamEvent,
  type StreamState,
} from "../execution.ts";
import type { Credentials } from "../venue.ts";
import { compareDecimals } from "@chartrelay/contract";
import { expect, onTestFinished } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import type { StreamTimes } from "./product.ts";

/** Pauses that a test needn't wait for. */
export const QUICK: Partial<StreamTimes> = { firstPauseMs: 5, longestPauseMs: 20 };

/** What is known of an order. */
export interface Known {
  readonly state: Execution["state"];
  readonly filledQuantity: string;
  readonly averagePrice: string | null;
  readonly fills: readonly Pick<Fill, "tradeId" | "quantity" | "price" | "fee">[];
}

export interface Reader {
  readonly events: readonly StreamEvent[];
  readonly states: readonly StreamState[];
  /** Returns what the events have told of an order, forward only; undefined if nothing. */
  known(order: Pick<VenueOrder, "clientOrderId">): Known | undefined;
  /** Waits until the stream has become live that many times in all. */
  live(times?: number): Promise<void>;
  stop(): void;
}

/** Follows an account for the running test. */
export function read(executions: Executions, credentials: Credentials): Reader {
  const events: StreamEvent[] = [];
  const states: StreamState[] = [];
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  executions.events(
    credentials,
    { onEvent: (event) => events.push(event), onState: (state) => states.push(state) },
    stopping.signal,
  );
  return {
    events,
    states,
    known: ({ clientOrderId }) => {
      const told = events.flatMap((event) => (event.kind === "execution" ? [event.execution] : []));
      return forward(told.filter((execution) => execution.clientOrderId === clientOrderId));
    },
    live: (times = 1) =>
      eventually(() => expect(states.filter(({ kind }) => kind === "live").length).toBeGreaterThanOrEqual(times), {
        interval: 5,
      }),
    stop: () => stopping.abort(),
  };
}

/** Returns what executions come to in whatever order they came, and however often. */
function forward(executions: readonly Execution[]): Known | undefined {
  const [first, ...rest] = executions;
  if (!first) return undefined;
  const furthest = rest.reduce((one, other) => (isFurther(other, one) ? other : one), first);
  const fills = new Map(executions.flatMap((one) => one.fills).map((fill) => [fill.tradeId, fill]));
  return knownOf({ ...furthest, fills: [...fills.values()] });
}

/** Returns what one reading says. */
export function knownOf({ state, filledQuantity, averagePrice, fills }: Execution): Known {
  const inOrder = fills.toSorted((one, other) => Number(one.tradeId) - Number(other.tradeId));
  return {
    state,
    filledQuantity,
    averagePrice,
    fills: inOrder.map(({ tradeId, quantity, price, fee }) => ({ tradeId, quantity, price, fee })),
  };
}

function isFurther(one: Execution, other: Execution): boolean {
  const more = compareDecimals(one.filledQuantity, other.filledQuantity);
  return more > 0 || (more === 0 && isFinal(one.state) && !isFinal(other.state));
}
