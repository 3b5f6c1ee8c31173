/** Orders that end in every way there is, and what the simulated market knows of them, for the tests of this folder. */
import type { MarketOrder } from "@chartrelay/sandbox";
import { expect, onTestFinished } from "vitest";
import type { Execution, Executions, ExecutionState, PlacedOrder, StreamEvent, StreamState } from "../execution.ts";
import type { Credentials, Venue, VenueOrder } from "../venue.ts";
import { limitOf, orderOf, patient, soon, TRADER, type AtTheSandbox } from "./sandbox.fixture.ts";

/** The simulated price of SBER at the start, above which a sale and below which a purchase rests. */
const START = "302.15";
const RESTING = "300.05";

/** Returns the adapter's executions. */
export function executionsOf({ executions }: Venue): Executions {
  if (!executions) throw new Error("T-Invest has no executions");
  return executions;
}

/** Places an order, which T-Invest has to accept. */
export async function placed(
  { tinkoff }: AtTheSandbox,
  order: VenueOrder,
  key: Credentials = TRADER,
): Promise<PlacedOrder> {
  expect(await tinkoff.place(order, key, patient())).toMatchObject({ kind: "accepted" });
  return { ...order, venueOrderId: null };
}

/** Returns the market's order behind ours. */
export function inMarket(
  { sandbox }: AtTheSandbox,
  { clientOrderId }: VenueOrder,
  key: Credentials = TRADER,
): MarketOrder {
  const market = sandbox.market("TINKOFF", key.isDemo ? "demo" : "live");
  const found = market.ordersOf(key.apiKey).find((one) => one.clientOrderId === clientOrderId);
  if (!found) throw new Error("the market doesn't know the order");
  return found;
}

const resting = (more: Partial<VenueOrder["message"]> = {}) => limitOf({ price: RESTING, contracts: "10", ...more });

/** Places an order and makes it end in one way. */
export type Ending = (at: AtTheSandbox) => Promise<PlacedOrder>;

/** Each order is for ten lots. The volume and the price are reset after each. */
export const ENDINGS: Readonly<Record<string, Ending>> = {
  "a market order that fills at once": (at) => placed(at, orderOf({ contracts: "10" })),
  "a market order that fills in two parts": async (at) => {
    marketOf(at).setVolume("SBER", "4");
    const order = await placed(at, orderOf({ contracts: "10", direction: "SELL" }));
    marketOf(at).setVolume("SBER", null);
    return order;
  },
  "a limit order that rests": (at) => placed(at, resting()),
  "a limit order that fills at once at a better price": (at) => placed(at, resting({ direction: "SELL" })),
  "a limit order that the price reaches": async (at) => {
    const order = await placed(at, resting());
    marketOf(at).setPrice("SBER", RESTING);
    return order;
  },
  "a limit order filled partly": async (at) => {
    const order = await placed(at, resting());
    marketOf(at).setVolume("SBER", "3");
    marketOf(at).setPrice("SBER", RESTING);
    return order;
  },
  "a limit order filled in three parts": async (at) => {
    const order = await placed(at, resting());
    marketOf(at).setVolume("SBER", "3");
    marketOf(at).setPrice("SBER", RESTING);
    marketOf(at).setVolume("SBER", "6");
    marketOf(at).setVolume("SBER", "1");
    return order;
  },
  "an order that we cancel": async (at) => {
    const order = await placed(at, resting());
    expect(await executionsOf(at.tinkoff).cancel(order, TRADER, patient())).toEqual({ kind: "accepted" });
    return order;
  },
  "an order cancelled by hand after a part was filled": async (at) => {
    const order = await placed(at, resting());
    marketOf(at).setVolume("SBER", "2");
    marketOf(at).setPrice("SBER", RESTING);
    marketOf(at).cancel(inMarket(at, order), "hand");
    return order;
  },
  "an order that the venue cancels": async (at) => {
    const order = await placed(at, resting());
    marketOf(at).cancel(inMarket(at, order), "venue");
    return order;
  },
  "an order that ends with the session": async (at) => {
    const order = await placed(at, resting());
    marketOf(at).advance(24 * 60 * 60);
    return order;
  },
  "an order of which the rest is killed": async (at) => {
    marketOf(at).setVolume("SBER", "7");
    return placed(at, resting({ price: "303", timeInForce: "immediateorcancel" }));
  },
};

/** Returns the ending of that name. */
export function endingOf(name: string): Ending {
  const ending = ENDINGS[name];
  if (!ending) throw new Error(`no order ends as ${name}`);
  return ending;
}

export function marketOf({ sandbox }: AtTheSandbox) {
  return sandbox.market("TINKOFF", "live");
}

/** Brings about one ending after another; the market is as at the start before each. */
export async function end(at: AtTheSandbox, ending: Ending): Promise<PlacedOrder> {
  marketOf(at).setVolume("SBER", null);
  marketOf(at).setPrice("SBER", START);
  const order = await ending(at);
  return order;
}

const STATES: Readonly<Record<MarketOrder["state"], ExecutionState>> = {
  waiting: "working",
  working: "working",
  triggered: "working",
  filled: "filled",
  cancelled: "cancelled",
  expired: "expired",
  rejected: "cancelled",
};

/** What is to be known of an order. */
export interface Known {
  readonly state: ExecutionState;
  readonly filledQuantity: string;
  readonly fills: readonly { readonly tradeId: string; readonly quantity: string; readonly price: string }[];
}

/** Returns what the simulated market knows of an order, with the trades' ids as its control route names them. */
export async function truthOf(at: AtTheSandbox, order: VenueOrder): Promise<Known> {
  const { state, filledQuantity, timeInForce } = inMarket(at, order);
  const response = await fetch(`${at.sandbox.controlUrl}/__sandbox/fills`);
  const all = (await response.json()) as (Known["fills"][number] & { readonly clientOrderId: string | null })[];
  const isPart = state === "working" && filledQuantity !== "0";
  const isKilled = state === "cancelled" && timeInForce === "immediate";
  return {
    state: isPart ? "partiallyFilled" : isKilled ? "expired" : STATES[state],
    filledQuantity,
    fills: all
      .filter(({ clientOrderId }) => clientOrderId === order.clientOrderId)
      .map(({ tradeId, quantity, price }) => ({ tradeId, quantity, price })),
  };
}

/** Returns what an adapter knows, in the form of the market's truth. */
export function knownFrom({ state, filledQuantity, fills }: Execution): Known {
  const known = fills.map(({ tradeId, quantity, price }) => ({ tradeId, quantity, price }));
  return { state, filledQuantity, fills: known.toSorted((one, other) => one.tradeId.localeCompare(other.tradeId)) };
}

const RANKS: Readonly<Record<ExecutionState, number>> = {
  working: 0,
  partiallyFilled: 1,
  filled: 2,
  cancelled: 2,
  expired: 2,
};

/** A follower of an account's stream. */
export interface Follower {
  readonly events: readonly StreamEvent[];
  readonly states: readonly StreamState["kind"][];
  /** Returns all that events have said of an order, forward only; undefined before the first. */
  known(order: VenueOrder): Known | undefined;
  leave(): void;
}

/** Follows an account until the test ends. */
export function follow({ tinkoff }: AtTheSandbox, key: Credentials = TRADER): Follower {
  const [events, states]: [StreamEvent[], StreamState["kind"][]] = [[], []];
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const listener = {
    onEvent: (event: StreamEvent) => void events.push(event),
    onState: ({ kind }: StreamState) => void states.push(kind),
  };
  executionsOf(tinkoff).events(key, listener, leaving.signal);
  const about = ({ clientOrderId }: VenueOrder) =>
    events.flatMap((event) =>
      event.kind === "execution" && event.execution.clientOrderId === clientOrderId ? [event.execution] : [],
    );
  return {
    events,
    states,
    leave: () => leaving.abort(),
    known(order) {
      const [first, ...others] = about(order);
      if (!first) return undefined;
      const furthest = others.reduce(
        (best, one) =>
          RANKS[one.state] > RANKS[best.state] || Number(one.filledQuantity) > Number(best.filledQuantity) ? one : best,
        first,
      );
      const fills = new Map(
        [first, ...others].flatMap((one) => one.fills).map((fill) => [fill.tradeId, fill] as const),
      );
      return knownFrom({ ...furthest, fills: [...fills.values()] });
    },
  };
}

/** Waits until a follower's stream is live. */
export async function live(follower: Follower): Promise<Follower> {
  await soon(() => expect(follower.states.at(-1)).toBe("live"));
  return follower;
}
