/**
 * Promise 9 at the simulated venues: order × what becomes of it × what goes wrong. Each cell has its own account. The
 * simulated market is the oracle: state, quantity, and each fill once. A venue joins by a line of `VENUES`.
 */
import type { OrderDetails, VenueName } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { afterAll, describe, expect, inject, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { startHurriedServer } from "../../../test/hurried-server.ts";
import { startServer, type TestServer } from "../../../test/server.ts";
import { linkTrader, type Trader } from "../../../test/trader.ts";
import { VENUE_KITS } from "../../../test/venue-kit.ts";

/** A limit order that rests below the market's price, and how it fills. */
interface VenueUnderTest {
  readonly venue: VenueName;
  /** Less than its whole quantity. */
  readonly part: string;
  /** A market price at which it fills. */
  readonly below: string;
  /** What the venue calls an order that it ended itself. */
  readonly endedByVenue: State;
}

const VENUES: readonly VenueUnderTest[] = [
  { venue: "ALOR_BROKER", part: "4", below: "270", endedByVenue: "cancelled" },
  { venue: "TINKOFF", part: "4", below: "270", endedByVenue: "cancelled" },
  { venue: "BINANCE_SPOT", part: "0.0004", below: "100999", endedByVenue: "expired" },
  { venue: "BINANCE_FUTURES", part: "0.001", below: "100999", endedByVenue: "expired" },
];

type State = NonNullable<OrderDetails["execution"]>["state"];

const SETTLING_MS = 25_000;
const server = await startHurriedServer();

/** One order of one account, at the server and in the market. */
interface Scene extends VenueUnderTest {
  readonly server: TestServer;
  readonly trader: Trader;
}

const marketOf = ({ server: { sandbox }, venue }: Pick<Scene, "server" | "venue">) => sandbox.market(venue, "demo");

/** Returns the trader's order as the market has it. */
function orderIn(scene: Scene) {
  const [order] = marketOf(scene).ordersOf(scene.trader.portfolio);
  if (!order) throw new Error("the market has no order");
  return order;
}

async function detailsOf({ trader }: Scene): Promise<OrderDetails> {
  const [order] = await trader.orders();
  return (await trader.user.api.get(`/orders/me/${order?.id}`)).body as OrderDetails;
}

const short = ({ quantity, price }: { readonly quantity: string; readonly price: string }) =>
  `${Number(quantity)} at ${Number(price)}`;

/** Waits until our order says exactly what the market's does, and nothing is left to follow. */
async function expectTruth(scene: Scene, state: State): Promise<void> {
  await eventually(
    async () => {
      const { execution } = await detailsOf(scene);
      const real = orderIn(scene);
      expect({
        state: execution?.state,
        filled: Number(execution?.filledQuantity),
        fills: execution?.fills.map(short).toSorted(),
        trades: new Set(execution?.fills.map(({ tradeId }) => tradeId)).size,
      }).toEqual({
        state,
        filled: Number(real.filledQuantity),
        fills: real.fills.map(short).toSorted(),
        trades: real.fills.length,
      });
    },
    { timeout: SETTLING_MS, interval: 50 },
  );
}

/** Posts an order and waits until the venue has accepted it. */
async function post({ trader, venue }: Scene, fields = VENUE_KITS[venue].others["limit"]): Promise<string> {
  const { body } = await trader.alert(trader.message(fields));
  await trader.ended(1);
  return body.id;
}

/** Moves the market below the order's limit; the book fills `volume` of it. */
function fillResting(scene: Scene, volume: string | null): void {
  const { instrument } = orderIn(scene);
  const market = marketOf(scene);
  market.setVolume(instrument, volume);
  market.setPrice(instrument, scene.below);
}

/** Leaves nothing behind that the next cell's order, or its account's budget at the venue, would meet. */
function leave(scene: Scene): void {
  const market = marketOf(scene);
  const order = orderIn(scene);
  server.sandbox.faults.reset();
  market.cancel(order, "hand");
  market.setVolume(order.instrument, null);
  market.setPrice(order.instrument, market.listings.get(order.instrument)?.price ?? "");
}

/** What becomes of an order: does it, and returns the state in which the order ends. */
const EXECUTIONS: Readonly<Record<string, (scene: Scene) => Promise<State>>> = {
  "a market order fills at once": async (scene: Scene) => {
    await post(scene, {});
    return "filled";
  },
  "a limit order rests": async (scene: Scene) => {
    await post(scene);
    return "working";
  },
  "a limit order rests, and fills": async (scene: Scene) => {
    await post(scene);
    await expectTruth(scene, "working");
    fillResting(scene, null);
    return "filled";
  },
  "a limit order fills partly": async (scene: Scene) => {
    await post(scene);
    fillResting(scene, scene.part);
    return "partiallyFilled";
  },
  "a limit order fills partly, and is cancelled by us": async (scene: Scene) => {
    const id = await post(scene);
    fillResting(scene, scene.part);
    await expectTruth(scene, "partiallyFilled");
    expect((await scene.trader.user.api.post(`/orders/${id}/cancel`)).status).toBe(202);
    return "cancelled";
  },
  "a limit order is cancelled by hand": async (scene: Scene) => {
    await post(scene);
    marketOf(scene).cancel(orderIn(scene), "hand");
    return "cancelled";
  },
  "a limit order is cancelled by the venue": async (scene: Scene) => {
    await post(scene);
    marketOf(scene).cancel(orderIn(scene), "venue");
    return scene.endedByVenue;
  },
};

const stream = (
  kind: "event-lost" | "event-twice" | "events-swapped" | "stream-cut" | "stream-refused",
): FaultInput => ({
  kind,
  operation: "stream",
});

const FAULTS: Readonly<Record<string, readonly FaultInput[]>> = {
  "nothing goes wrong": [],
  "the venue's answer to the order is lost": [{ kind: "accept-then-drop", operation: "order", times: 1 }],
  "an event is lost": [{ ...stream("event-lost"), every: 2 }],
  "events come late": [{ kind: "event-late", operation: "stream", latencyMs: 300 }],
  "events come twice": [stream("event-twice")],
  "events are swapped": [stream("events-swapped")],
  "the stream is cut": [{ ...stream("stream-cut"), times: 1 }],
  "there is no stream": [stream("stream-refused")],
  "reads fail at first": [
    { kind: "5xx", operation: "fills", times: 2 },
    { kind: "5xx", operation: "working", times: 2 },
  ],
};

interface Cell {
  readonly execution: string;
  readonly fault: string;
}

/** All cells, or the diagonals, which have each execution and each fault at least once. */
function chooseCells(): Cell[] {
  const executions = Object.keys(EXECUTIONS);
  const faults = Object.keys(FAULTS);
  const all = executions.flatMap((execution) => faults.map((fault) => ({ execution, fault })));
  if (inject("cells") === "all") return all;
  return all.filter(({ execution, fault }) => {
    const [row, column] = [executions.indexOf(execution), faults.indexOf(fault)];
    return row === column % executions.length || column === row % faults.length;
  });
}

/** Sign-ups are throttled: the accounts have one user. */
const user = await server.signUp();

describe.each(VENUES)("promise 9: at $venue", (venue) => {
  // @covers P9
  test.each(chooseCells())("$execution and $fault", async ({ execution, fault }) => {
    const trader = await linkTrader(server, { user, venue: venue.venue });
    const scene: Scene = { ...venue, server, trader };
    server.sandbox.faults.set(...(FAULTS[fault] ?? []));
    const state = await EXECUTIONS[execution]?.(scene);
    await expectTruth(scene, state ?? "working");
    leave(scene);
  });
});

const storage = await openTestDatabase();
afterAll(() => storage.drop());

// @covers P9
test.each(VENUES)("promise 9: at $venue what fills while no server runs is found at the next start", async (venue) => {
  const first = await startHurriedServer({ parts: { database: storage.database } });
  const { sandbox } = first;
  const scene: Scene = { ...venue, server: first, trader: await linkTrader(first, { venue: venue.venue }) };
  await post(scene);
  await expectTruth(scene, "working");
  await first.app.http.close();
  // A process that ends would release its locks, but the embedded database's only connection stays open.
  await storage.database.query("select pg_advisory_unlock_all()");
  fillResting(scene, null);

  const { clock, keyRing } = first.parts;
  await startServer({ sandbox, parts: { database: storage.database, clock, keyRing } });
  const filled = () =>
    storage.database.query("select execution_state, is_followed from orders where account_id = $1", [
      scene.trader.accountId,
    ]);
  await expect.poll(filled).toEqual([{ execution_state: "filled", is_followed: false }]);
});
