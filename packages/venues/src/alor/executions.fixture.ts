/** The oracle of the tests of executions: what the simulated market says of an order, in the adapter's words. */
import type { Market, MarketOrder } from "@chartrelay/sandbox";
import { expect } from "vitest";
import { isFinal, type Execution, type Fill, type PlacedOrder, type StreamEvent } from "../execution.ts";
import type { Venue, VenueOrder } from "../venue.ts";
import { patient, TRADER, type AtTheSandbox } from "./sandbox.fixture.ts";

export const SBER = "SBER";

/** What matters of an execution, to compare. */
export interface Outcome {
  readonly state: Execution["state"];
  readonly filledQuantity: string;
  readonly trades: readonly string[];
}

/** Returns Alor's live market in the simulator. */
export function marketOf({ sandbox }: Pick<AtTheSandbox, "sandbox">): Market {
  return sandbox.market("ALOR_BROKER", "live");
}

/** Returns the market's order, as it is now at the exchange. */
export function orderIn(market: Market, { clientOrderId }: VenueOrder): MarketOrder {
  const found = market
    .ordersOf(TRADER.apiKey)
    .find((order) => order.clientOrderId === clientOrderId && order.parent === null);
  if (!found) throw new Error("the market doesn't have the order");
  return found.child ?? found;
}

/** Returns what has become of an order in truth. */
export function truthOf(market: Market, order: VenueOrder): Outcome {
  const { state, filledQuantity, fills } = orderIn(market, order);
  return { state: stateOf(state, filledQuantity), filledQuantity, trades: fills.map(shortFill).toSorted() };
}

function stateOf(state: MarketOrder["state"], filledQuantity: string): Execution["state"] {
  if (state === "waiting") return "working";
  if (state === "working") return filledQuantity === "0" ? "working" : "partiallyFilled";
  if (state === "triggered") return "working";
  // Alor's word for it is its own; ours is cancelled, with a reason.
  return state === "rejected" ? "cancelled" : state;
}

/** Returns what the venue said of an order; fails if that is no execution. */
export async function readOutcome(executions: Executions, order: PlacedOrder): Promise<Outcome> {
  const reading = await executions.fills(order, TRADER, patient());
  expect(reading).toMatchObject({ kind: "read", value: { clientOrderId: order.clientOrderId } });
  return outcomeOf((reading as { readonly value: Execution }).value);
}

type Executions = NonNullable<Venue["executions"]>;

function outcomeOf({
  state,
  filledQuantity,
  fills,
}: Pick<Execution, keyof Outcome & keyof Execution> & {
  readonly fills: readonly Fill[];
}): Outcome {
  return { state, filledQuantity, trades: fills.map(shortFill).toSorted() };
}

function shortFill({ quantity, price }: { readonly quantity: string; readonly price: string }): string {
  return `${quantity} @ ${price}`;
}

/** Places an order and returns it with its number. */
export async function place(alor: Venue, order: VenueOrder): Promise<PlacedOrder> {
  const outcome = await alor.place(order, TRADER, patient());
  expect(outcome).toMatchObject({ kind: "accepted" });
  const { response } = outcome as { readonly response: string };
  return { ...order, venueOrderId: (JSON.parse(response) as { readonly orderNumber: string }).orderNumber };
}

/** Returns an adapter's executions, which every test here has. */
export function executionsOf({ alor }: Pick<AtTheSandbox, "alor">): Executions {
  if (!alor.executions) throw new Error("Alor has no executions");
  return alor.executions;
}

/** Applies a stream's events as docs/decisions/executions.md has it: forward only, each fill once. */
export class Followed {
  readonly events: StreamEvent[] = [];
  readonly #orders = new Map<string, { state: Execution["state"]; filled: string; fills: Map<string, Fill> }>();

  apply(event: StreamEvent): void {
    this.events.push(event);
    if (event.kind === "execution") this.learn(event.execution);
  }

  learn({ clientOrderId, state, filledQuantity, fills }: Execution): void {
    const known = this.#orders.get(clientOrderId) ?? { state: "working", filled: "0", fills: new Map() };
    this.#orders.set(clientOrderId, known);
    for (const fill of fills) known.fills.set(fill.tradeId, fill);
    if (Number(filledQuantity) > Number(known.filled)) known.filled = filledQuantity;
    if (!isFinal(known.state) && (isFinal(state) || state === "partiallyFilled")) known.state = state;
  }

  of({ clientOrderId }: VenueOrder): Outcome | undefined {
    const known = this.#orders.get(clientOrderId);
    return known && outcomeOf({ state: known.state, filledQuantity: known.filled, fills: [...known.fills.values()] });
  }
}
