/** Promise 9 at this layer: what the adapter says of an order is what the simulated market did with it. */
import { decimalOf, type OrderMessage } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { describe, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import type { PlacedOrder } from "../execution.ts";
import { patient } from "../orders.fixture.ts";
import { knownOf, QUICK, read, type Known } from "./following.fixture.ts";
import { atTheSandbox, keyOf, MARKETS, orderOf, type AtTheSandbox, type Market } from "./sandbox.fixture.ts";

const AT_FIRST = "104310.5";
const BELOW = { type: "LIMIT", price: "100000.1" } as const;
const ABOVE = { type: "LIMIT", price: "105000" } as const;

/** What happens to an order after it was placed. */
interface Fate {
  readonly message: Partial<OrderMessage>;
  /** What the book fills, if not anything. */
  readonly volume?: string;
  readonly after?: (the: Acting) => void | Promise<void>;
}
interface Acting {
  readonly simulated: ReturnType<AtTheSandbox["sandbox"]["market"]>;
  readonly order: PlacedOrder;
  cancelAtVenue(by: "hand" | "venue"): void;
  cancel(): Promise<void>;
}

const FATES: Readonly<Record<string, Fate>> = {
  "a market order that fills at once": { message: {} },
  "a market order that the book fills in part": { message: {}, volume: "0.004" },
  "a market order that nothing fills": { message: {}, volume: "0" },
  "a limit order that rests": { message: BELOW },
  "a limit order that the price reaches, in two parts": {
    message: BELOW,
    volume: "0.004",
    after({ simulated }) {
      simulated.setPrice("BTCUSDT", "100000");
      simulated.setVolume("BTCUSDT", "0.003");
      simulated.setVolume("BTCUSDT", null);
    },
  },
  "a limit order that stays partly filled": { message: ABOVE, volume: "0.004" },
  "an IOC order that fills in part": { message: { ...ABOVE, timeInForce: "immediateorcancel" }, volume: "0.004" },
  "an order that we cancel": { message: BELOW, after: ({ cancel }) => cancel() },
  "a partly filled order that we cancel": { message: ABOVE, volume: "0.004", after: ({ cancel }) => cancel() },
  "an order that its trader cancels by hand": { message: BELOW, after: ({ cancelAtVenue }) => cancelAtVenue("hand") },
  "a partly filled order that the venue ends": {
    message: ABOVE,
    volume: "0.004",
    after: ({ cancelAtVenue }) => cancelAtVenue("venue"),
  },
};

/** Faults, and whether the events alone are still enough. */
const FAULTS: readonly (readonly [string, readonly FaultInput[], boolean])[] = [
  ["no fault", [], true],
  ["events twice", [{ kind: "event-twice" }], true],
  ["late events", [{ kind: "event-late", latencyMs: 5, every: 2 }], true],
  ["swapped events", [{ kind: "events-swapped", every: 2 }], true],
  ["lost events", [{ kind: "event-lost", every: 2 }], false],
  ["a stream that is cut again and again", [{ kind: "stream-cut", every: 2 }], false],
  ["a stream that falls silent", [{ kind: "stream-silent" }], false],
  ["lost answers to placing", [{ kind: "accept-then-drop", operation: "order" }], true],
  [
    "5xx and half answers to reading",
    [
      { kind: "5xx", operation: "find", times: 3 },
      { kind: "malformed", variant: "half-json", operation: "find", times: 2 },
      { kind: "5xx", operation: "fills", times: 2 },
    ],
    true,
  ],
];

async function run(market: Market, { sandbox, binance, executions }: AtTheSandbox, fate: Fate): Promise<PlacedOrder> {
  const simulated = sandbox.market(market.venue, "live");
  simulated.setPrice("BTCUSDT", AT_FIRST);
  simulated.setVolume("BTCUSDT", fate.volume ?? null);
  const order = { ...orderOf(market, fate.message), venueOrderId: null };
  await binance.place(order, keyOf(market), patient());
  await fate.after?.({
    simulated,
    order,
    cancelAtVenue: (by) => simulated.cancel(inMarket(market, sandbox, order), by),
    cancel: async () => {
      const cancellation = await executions.cancel(order, keyOf(market), patient());
      expect(cancellation).toEqual({ kind: "accepted" });
    },
  });
  return order;
}

function inMarket(market: Market, sandbox: AtTheSandbox["sandbox"], { clientOrderId }: PlacedOrder) {
  const orders = sandbox.market(market.venue, "live").ordersOf(keyOf(market).apiKey);
  const found = orders.find((order) => order.clientOrderId === clientOrderId);
  if (!found) throw new Error("the order isn't in the market");
  return found;
}

/** Returns what the market itself knows of an order, in the adapter's words. */
function truth(market: Market, sandbox: AtTheSandbox["sandbox"], order: PlacedOrder): Known {
  const { state, cancelledBy, filledQuantity, averagePrice, fills } = inMarket(market, sandbox, order);
  const isPart = filledQuantity !== "0";
  const ended = cancelledBy === "venue" ? "expired" : "cancelled";
  const firstId = market.market === "spot" ? 28_457_000_000 : 672_331_000_000;
  return {
    state: state === "working" ? (isPart ? "partiallyFilled" : "working") : state === "cancelled" ? ended : "filled",
    filledQuantity: decimalOf(filledQuantity),
    averagePrice: averagePrice === null ? null : decimalOf(averagePrice),
    fills: fills.map(({ sequence, quantity, price, fee, feeCurrency }) => ({
      tradeId: String(firstId + sequence - 1),
      quantity: decimalOf(quantity),
      price: decimalOf(price),
      fee: { amount: decimalOf(fee), currency: feeCurrency },
    })),
  };
}

describe.each(MARKETS)("executions at $market", (market) => {
  // @covers V34
  test.each(FAULTS)("pitfall 34: with %s, every order's end and fills are the market's", async (_, faults, tells) => {
    const at = await atTheSandbox(market, { streams: QUICK });
    const { executions } = at;
    const reader = read(executions, keyOf(market));
    await reader.live();
    at.sandbox.faults.set(...faults);
    for (const [name, fate] of Object.entries(FATES)) {
      const order = await run(market, at, fate);
      const expected = truth(market, at.sandbox, order);
      if (tells) await eventually(() => expect(reader.known(order), name).toEqual(expected), { interval: 5 });
      // What a reconciler does: it reads until it gets an answer.
      await eventually(
        async () => {
          const reading = await executions.fills(order, keyOf(market), patient());
          expect(reading.kind === "read" && reading.value && knownOf(reading.value), name).toEqual(expected);
        },
        { interval: 5 },
      );
    }
  });

  test("working orders are read with what they have filled, and others' orders aren't among ours", async () => {
    const at = await atTheSandbox(market);
    const { executions } = at;
    const resting = await run(market, at, { message: BELOW });
    const part = await run(market, at, { message: ABOVE, volume: "0.004" });
    const reading = await executions.working(keyOf(market), patient());
    expect(reading).toMatchObject({
      kind: "read",
      value: [
        { clientOrderId: resting.clientOrderId, state: "working", filledQuantity: "0", averagePrice: null },
        {
          clientOrderId: part.clientOrderId,
          state: "partiallyFilled",
          filledQuantity: "0.004",
          averagePrice: AT_FIRST,
        },
      ],
    });
    expect(await executions.working(keyOf(market, "admin"), patient())).toMatchObject({ kind: "read", value: [] });
  });

  test("an order that Binance doesn't know is read as none, and can't be cancelled", async () => {
    const at = await atTheSandbox(market);
    const { executions } = at;
    const unknown = { ...orderOf(market), venueOrderId: null };
    expect(await executions.fills(unknown, keyOf(market), patient())).toMatchObject({ kind: "read", value: null });
    expect(await executions.cancel(unknown, keyOf(market), patient())).toEqual({ kind: "over" });
    const filled = await run(market, at, { message: {} });
    expect(await executions.cancel(filled, keyOf(market), patient())).toEqual({ kind: "over" });
  });

  const cancellations: readonly (readonly [FaultInput, object])[] = [
    [{ kind: "accept-then-drop", operation: "cancel" }, { kind: "unknown" }],
    [{ kind: "5xx", operation: "cancel" }, { kind: "unknown" }],
    [{ kind: "malformed", operation: "cancel" }, { kind: "unknown" }],
    [
      { kind: "429", retryAfterS: 1, operation: "cancel" },
      { kind: "throttled", retryAfterMs: 1_000 },
    ],
    [
      { kind: "unauthorized", operation: "cancel" },
      { kind: "refused", reason: "KEY_OR_ADDRESS_REFUSED" },
    ],
  ];
  test.each(cancellations)("a cancellation that meets %o is %o", async (fault, expected) => {
    const at = await atTheSandbox(market);
    const order = await run(market, at, { message: BELOW });
    at.sandbox.faults.set({ ...fault, times: 1 });
    expect(await at.executions.cancel(order, keyOf(market), patient())).toMatchObject(expected);
  });

  test("a key that is refused is refused to every read, and nothing is thrown", async () => {
    const { executions } = await atTheSandbox(market);
    const [key, order] = [keyOf(market, "expired"), { ...orderOf(market), venueOrderId: null }];
    const refused = { kind: "refused", reason: "KEY_OR_ADDRESS_REFUSED" };
    expect(await executions.fills(order, key, patient())).toMatchObject(refused);
    for (const reading of [executions.working, executions.positions, executions.money])
      expect(await reading(key, patient())).toMatchObject(refused);
  });
});
