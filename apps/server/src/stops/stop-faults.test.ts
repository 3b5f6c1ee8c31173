/**
 * The kill switch when venues, nodes and fills get in its way: it ends proven, and no position is closed twice. Each cell
 * has its own account and its own stop; all run at once, because nearly all of their time is waiting.
 */
import type { HeldPosition, Stop, VenueName } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { type SignedUp, startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";
import type { FailpointName } from "../platform/failpoint.ts";
import { type At, COIN_STEP, heldAt, pull, stopOf, trade, workingAt } from "./stops.fixture.ts";

interface Cell {
  readonly name: string;
  readonly venue: VenueName;
  readonly faults: readonly FaultInput[];
  /** Long and short are held side by side. */
  readonly isHedged?: boolean;
  /** The resting order is filled while its cancellation is on its way. */
  readonly fillCrosses?: boolean;
  /** It runs with `npm run test:all` only. */
  readonly isRare?: boolean;
}

const ALOR = "ALOR_BROKER";
const CELLS: readonly Cell[] = [
  { name: "loses the answers to orders", venue: ALOR, faults: [{ kind: "accept-then-drop", times: 2 }] },
  {
    name: "loses the answer to a cancellation, and the stream's event with it",
    venue: ALOR,
    faults: [
      { kind: "accept-then-drop", operation: "cancel", times: 1 },
      { kind: "event-lost", times: 1 },
    ],
  },
  {
    name: "answers no questions about positions",
    venue: ALOR,
    faults: [{ kind: "5xx", operation: "positions", times: 4 }],
  },
  {
    name: "holds long and short in hedge mode, and loses an answer",
    venue: "BINANCE_FUTURES",
    isHedged: true,
    faults: [{ kind: "accept-then-drop", times: 1 }],
  },
  {
    name: "doesn't know what became of an order that it executed",
    venue: "BINANCE_SPOT",
    faults: [{ kind: "outcome-unknown", executed: true, times: 1 }],
  },
  {
    name: "fills an order while its cancellation is on its way",
    venue: "TINKOFF",
    fillCrosses: true,
    faults: [{ kind: "latency", operation: "cancel", latencyMs: 1_500, times: 1 }],
  },
  { name: "answers orders with 5xx", venue: ALOR, isRare: true, faults: [{ kind: "5xx", times: 2 }] },
  {
    name: "answers executed orders with 5xx",
    venue: ALOR,
    isRare: true,
    faults: [{ kind: "accept-then-5xx", times: 2 }],
  },
  { name: "throttles orders", venue: ALOR, isRare: true, faults: [{ kind: "429", times: 2 }] },
  {
    name: "answers cancellations with 5xx",
    venue: ALOR,
    isRare: true,
    faults: [{ kind: "5xx", operation: "cancel", times: 3 }],
  },
  {
    name: "loses the answer to a cancellation, and doesn't find the order at first",
    venue: ALOR,
    isRare: true,
    faults: [
      { kind: "accept-then-drop", operation: "cancel", times: 1 },
      { kind: "5xx", operation: "find", times: 3 },
    ],
  },
  {
    name: "doesn't answer a list of orders",
    venue: ALOR,
    isRare: true,
    faults: [{ kind: "hang", operation: "working", times: 1 }],
  },
];
const chosen = CELLS.filter(({ isRare }) => !isRare || inject("cells") === "all");

/** At each of these, the work on a stop breaks off so often, whichever stop reaches it. */
const BREAKS = 2;
const POINTS: readonly FailpointName[] = [
  "stop.cancel.before",
  "stop.cancel.after",
  "stop.close.before",
  "stop.close.after",
  "stop.proof.before",
];
const breaksLeft = new Map(POINTS.map((point) => [point, 0]));
const server = await startServer({
  parts: {
    failpoint: (point) => {
      const left = breaksLeft.get(point) ?? 0;
      if (left === 0) return;
      breaksLeft.set(point, left - 1);
      throw new Error(`the work breaks off at ${point}`);
    },
  },
});

interface Outcome extends At {
  readonly before: number;
  readonly positions: number;
  readonly stop: Stop;
}
const outcomes = new Map<Cell, Outcome>();
let user: SignedUp;
/** What the venues themselves say is held in the end: in hedge mode, long and short by themselves. */
let held: readonly HeldPosition[] = [];

async function open({ venue, isHedged = false }: Cell): Promise<At & { readonly orders: number }> {
  const trader = await linkTrader(server, { user, venue, isHedged });
  if (!isHedged) return { trader, venue, orders: await trade({ trader, venue }) };
  const sides = [
    { direction: "buy", positionSide: "long", contracts: "0.002" },
    { direction: "sell", positionSide: "short", contracts: "0.003" },
  ];
  for (const side of sides) expect((await trader.alert(trader.message(side))).status).toBe(200);
  const resting = { type: "limit", price: "101000", direction: "buy", positionSide: "long", contracts: "0.003" };
  expect((await trader.alert(trader.message(resting))).status).toBe(200);
  return { trader, venue, orders: 3 };
}

/** Returns the faults that haven't struck. */
const faultsOf = ({ trader }: At) => server.sandbox.faults.list().filter(({ account }) => account === trader.portfolio);

const LIMIT_MS = 120_000;

/** Opens every cell's positions, pulls every stop, and waits for all proofs. One request asks for all: they are counted. */
async function play(): Promise<void> {
  user = await server.signUp();
  const opened = new Map<Cell, Awaited<ReturnType<typeof open>>>();
  for (const cell of chosen) opened.set(cell, await open(cell));
  const all = [...opened.values()];
  const wanted = all.reduce((sum, { orders }) => sum + orders, 0);
  await eventually(
    async () => {
      const { body } = await user.api.get("/orders/me/list?size=100");
      const states = (body.content as { execution: { state: string } | null }[]).map(
        ({ execution }) => execution?.state,
      );
      expect(states.filter((state) => state === "working")).toHaveLength(all.length);
      expect(states.filter((state) => state === "filled")).toHaveLength(wanted - all.length);
    },
    { timeout: LIMIT_MS, interval: 500 },
  );
  const begun = new Map<Cell, Omit<Outcome, "stop"> & { readonly id: string }>();
  for (const point of POINTS) breaksLeft.set(point, BREAKS);
  for (const [cell, { trader, venue, orders }] of opened) {
    server.sandbox.faults.set(...cell.faults.map((fault) => ({ ...fault, account: trader.portfolio })));
    const before = trader.executed().length;
    const { id } = await pull(user.api, { scope: "account", id: trader.account, level: "flatten" });
    begun.set(cell, { trader, venue, before, positions: orders - 1, id });
    if (!cell.fillCrosses) continue;
    await eventually(() => expect(faultsOf({ trader, venue })).toEqual([]), { interval: 10 });
    server.sandbox.market(venue, "demo").setPrice("SBER", "270");
  }
  await eventually(
    async () => {
      const { body } = await user.api.get("/stops/me/list");
      expect((body as Stop[]).map(({ state }) => state)).toEqual(chosen.map(() => "proven"));
    },
    { timeout: LIMIT_MS, interval: 500 },
  );
  // Somebody may have read them just before: that reading is shown for seconds.
  const readHeld = async () => {
    const { body } = await user.api.get("/positions/me/list");
    held = (body as HeldPosition[]).filter(({ quantity }) => Math.abs(Number(quantity)) > COIN_STEP);
    expect(held).toEqual([]);
  };
  await eventually(readHeld, { timeout: 10_000, interval: 1_000 }).catch(() => undefined);
  for (const [cell, { id, ...at }] of begun) outcomes.set(cell, { ...at, stop: await stopOf(user.api, id) });
}

// All cells run at once.
beforeAll(play, 3 * LIMIT_MS);

const outcomeOf = (cell: Cell) => {
  const outcome = outcomes.get(cell);
  if (!outcome) throw new Error("the cell hasn't run");
  return outcome;
};

describe("promise 12: all is flat in the end, nothing is closed twice, and the stop says so", () => {
  // @covers P12
  test.each(chosen)("promise 12: at a venue that $name", (cell) => {
    const { before, positions, stop, ...at } = outcomeOf(cell);
    expect([heldAt(server, at), workingAt(server, at)]).toEqual([[], []]);
    // One order closes each position.
    expect(at.trader.executed().length - before).toBe(positions);
    expect(stop).toMatchObject({ state: "proven", closedPositions: positions, tookMs: expect.any(Number) });
    expect(held.filter(({ accountId }) => accountId === at.trader.account)).toEqual([]);
    expect(faultsOf(at)).toEqual([]);
    const resting = server.sandbox.market(at.venue, "demo").ordersOf(at.trader.portfolio);
    expect(resting.some(({ limit, filledQuantity }) => limit !== null && Number(filledQuantity) > 0)).toBe(
      cell.fillCrosses === true,
    );
  });

  // @covers P12
  test("promise 12: the work on stops broke off at each of its steps, and was taken up again", () => {
    expect([...breaksLeft.values()]).toEqual(POINTS.map(() => 0));
  });
});

/** It waits for as long as a stop may take before its user is told. */
const OUTAGES: readonly VenueName[] = inject("cells") === "all" ? [ALOR] : [];

test.each(OUTAGES)(
  "a venue that is down leaves a stop unproven, with what is open and why, and proven within seconds of its return",
  { timeout: LIMIT_MS },
  async (place) => {
    const { trader, venue } = await open({ name: "", venue: place, faults: [] });
    const at = { trader, venue };
    await eventually(() => expect(heldAt(server, at)).toHaveLength(2));
    server.sandbox.faults.set({ kind: "5xx", operation: "positions", account: trader.portfolio });
    const { id } = await pull(user.api, { scope: "account", id: trader.account, level: "flatten" });
    const is = async (state: Stop["state"], timeout: number) =>
      await eventually(async () => expect(await stopOf(user.api, id)).toMatchObject({ state }), {
        timeout,
        interval: 500,
      });
    await is("unproven", 60_000);
    const { open: left, tookMs } = await stopOf(user.api, id);
    expect(tookMs).toBeNull();
    expect(left).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ticker: "SBER", quantity: "20", reason: "VENUE_UNAVAILABLE" }),
      ]),
    );
    server.sandbox.faults.reset();
    await is("proven", 8_000);
    expect(heldAt(server, at)).toEqual([]);
  },
);
