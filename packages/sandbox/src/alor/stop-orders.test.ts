import { describe, expect, test } from "vitest";
import { openSandbox, Trader } from "./trader.fixture.ts";

const FUTURE = { symbol: "SI-12.26", exchange: "MOEX", instrumentGroup: "RFUD" };
/** The simulator's Sberbank trades at 302.15. */
const BELOW = { condition: "lessorequal", triggerPrice: 290, stopEndUnixTime: 0 };
const REACHED = { condition: "less", triggerPrice: 310, stopEndUnixTime: 0 };
const END_S = Date.UTC(2026, 10, 21) / 1000;

describe("conditional orders", () => {
  test("a stop and a stop-limit order are recorded in the ledger exactly as sent", async () => {
    const { sandbox, trader } = await openSandbox();
    const stop = await trader.order("stop", { ...BELOW, side: "sell", quantity: 3, comment: "mine" });
    expect(stop.json).toEqual({ message: "success", orderNumber: expect.stringMatching(/^\d+$/) });
    await trader.order("stopLimit", { ...BELOW, condition: "moreorequal", triggerPrice: 310.05, price: 310.1 });
    expect(sandbox.ledger.entries()).toMatchObject([
      {
        type: "STOP",
        side: "SELL",
        quantity: "3",
        price: null,
        trigger: { condition: "LessOrEqual", price: "290" },
        clientOrderId: "mine",
        requestId: "request-1",
      },
      { type: "STOP_LIMIT", price: "310.1", trigger: { condition: "MoreOrEqual", price: "310.05" } },
    ]);
  });

  test("until it is triggered, it is listed only among the stop orders", async () => {
    const { trader } = await openSandbox();
    const { json: placed } = await trader.order("stopLimit", {
      ...BELOW,
      price: 289.5,
      stopEndUnixTime: END_S,
      protectingSeconds: 15,
      comment: "mine",
    });
    const { json: listed } = await trader.stopOrders();
    expect(listed).toMatchObject([
      {
        id: Number(placed.orderNumber),
        type: "stoplimit",
        condition: "LessOrEqual",
        stopPrice: 290,
        price: 289.5,
        comment: "mine",
        status: "working",
        exchangeOrderId: null,
        endTime: "2026-11-21T00:00:00.0000000Z",
        protectingSeconds: 15,
        error: null,
      },
    ]);
    const one = `/md/v2/Clients/MOEX/${trader.portfolio}`;
    expect((await trader.get(`${one}/stoporders/${placed.orderNumber}`)).json).toEqual(listed[0]);
    expect((await trader.get(`${one}/orders/${placed.orderNumber}`)).status).toBe(404);
    expect((await trader.orders()).json).toEqual([]);
  });

  test("a condition that already holds triggers at once: the new order has the same comment, and the ledger has one entry", async () => {
    const { sandbox, trader } = await openSandbox();
    await trader.order("stop", { ...REACHED, comment: "mine" });
    const { json: orders } = await trader.orders();
    expect(orders).toMatchObject([{ type: "market", status: "filled", comment: "mine" }]);
    expect((await trader.stopOrders()).json).toMatchObject([
      { type: "stop", status: "filled", filled: 1, exchangeOrderId: orders[0].id, comment: "mine" },
    ]);
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  test("a triggered stop may be listed as the order that it became, and no longer as a stop", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "triggered-stop-moves" });
    await trader.order("stopLimit", { ...REACHED, price: 300 });
    await trader.order("stop", BELOW);
    expect((await trader.stopOrders()).json).toMatchObject([{ stopPrice: 290 }]);
    expect((await trader.orders()).json).toMatchObject([{ type: "limit", status: "working", price: 300 }]);
  });

  for (const [condition, triggers] of [
    ["More", [302.14]],
    ["MoreOrEqual", [302.14, 302.15]],
    ["Less", [302.16]],
    ["LessOrEqual", [302.16, 302.15]],
  ] as const) {
    test(`${condition} compares the market with the trigger, including an equal price if it says so`, async () => {
      const { trader } = await openSandbox();
      for (const triggerPrice of [302.14, 302.15, 302.16])
        await trader.order("stop", { condition: condition.toLowerCase(), triggerPrice, stopEndUnixTime: 0 });
      const { json } = await trader.stopOrders();
      const filled = json.filter(({ status }: { status: string }) => status === "filled");
      expect(filled.map(({ stopPrice }: { stopPrice: number }) => stopPrice)).toEqual([...triggers].toSorted());
    });
  }

  test("a stop that isn't activated waits, whatever the market does", async () => {
    const { trader } = await openSandbox();
    await trader.order("stop", { ...REACHED, activate: false });
    expect((await trader.orders()).json).toEqual([]);
    expect((await trader.stopOrders()).json).toMatchObject([{ status: "working" }]);
  });

  test("a stop order is cancelled as a stop order", async () => {
    const { trader } = await openSandbox();
    const { json } = await trader.order("stop", BELOW);
    const query = (stop: boolean) => `portfolio=${trader.portfolio}&exchange=MOEX&stop=${stop}`;
    expect((await trader.cancel(json.orderNumber, query(false))).status).toBe(400);
    expect((await trader.cancel(json.orderNumber, query(true))).status).toBe(200);
    expect((await trader.stopOrders()).json[0].status).toBe("canceled");
  });

  test("a stop that the exchange rejected is listed as rejected, with the reason", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "exchange-rejects" });
    await trader.order("stop", BELOW);
    expect((await trader.stopOrders()).json).toMatchObject([
      { status: "rejected", error: expect.stringContaining("шагу цены") },
    ]);
    expect(sandbox.ledger.entries()).toEqual([]);
  });

  test("its repeat gets the first answer, and clearing refuses it", async () => {
    const { sandbox, trader } = await openSandbox();
    const same = { "x-reqid": "one-and-the-same" };
    const first = await trader.order("stop", BELOW, same);
    const again = await trader.order("stop", BELOW, same);
    expect([again.status, again.json.oldResponse.body]).toEqual([400, first.json]);
    sandbox.faults.set({ kind: "clearing" });
    expect((await trader.order("stopLimit", { ...BELOW, price: 290 })).json.message).toContain("клиринг");
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });
});

describe("stop orders that Alor refuses", () => {
  const unreadable: readonly (readonly [string, "stop" | "stopLimit", object])[] = [
    ["no condition", "stop", { condition: undefined }],
    ["an unknown condition", "stop", { condition: "Above" }],
    ["a condition in CamelCase", "stop", { condition: "LessOrEqual" }],
    ["no trigger price", "stop", { triggerPrice: undefined }],
    ["a trigger price as text", "stop", { triggerPrice: "290" }],
    ["no end", "stop", { stopEndUnixTime: undefined }],
    ["an end as text", "stop", { stopEndUnixTime: String(END_S) }],
    ["pitfall 16: an end in milliseconds", "stop", { stopEndUnixTime: END_S * 1000 }],
    ["a price", "stop", { price: 290 }],
    ["pitfall 15: a time in force", "stop", { timeInForce: "oneday" }],
    ["an iceberg", "stop", { icebergFixed: 1 }],
    ["no price where it needs one", "stopLimit", {}],
    ["five minutes and a second of protection", "stop", { protectingSeconds: 301 }],
  ];
  for (const [what, type, fields] of unreadable) {
    test(`Alor can't read a ${type} with ${what}`, async () => {
      const { sandbox, trader } = await openSandbox();
      const answer = await trader.order(type, { ...BELOW, ...fields });
      expect([answer.status, answer.json.message]).toEqual([400, expect.stringMatching(/^Provided json/)]);
      expect(sandbox.ledger.entries()).toEqual([]);
    });
  }

  const LIMIT = { price: 290 };
  const refused: readonly (readonly [string, "stop" | "stopLimit", object, RegExp])[] = [
    ["a trigger price off the tick", "stop", { triggerPrice: 290.005 }, /Minimum price step: 0\.01$/],
    ["a price off the tick", "stopLimit", { price: 290.005 }, /Minimum price step: 0\.01$/],
    ["a trigger price of nothing", "stop", { triggerPrice: 0 }, /may not be 0/],
    ["an end that has passed", "stop", { stopEndUnixTime: END_S - 2 * 86_400 }, /in the past/],
    ["goodtillcancelled for a share", "stopLimit", { ...LIMIT, timeInForce: "goodtillcancelled" }, /derivatives/],
    ["a variance for a share", "stopLimit", { ...LIMIT, icebergFixed: 1, icebergVariance: 5 }, /derivatives/],
    ["an iceberg larger than itself", "stopLimit", { ...LIMIT, icebergFixed: 2 }, /Invalid quantity/],
    ["no lots", "stop", { quantity: 0 }, /Invalid quantity/],
  ];
  for (const [what, type, fields, message] of refused) {
    test(`a ${type} with ${what} is refused`, async () => {
      const { sandbox, trader } = await openSandbox();
      const answer = await trader.order(type, { ...BELOW, ...fields });
      expect([answer.status, answer.json.message]).toEqual([400, expect.stringMatching(message)]);
      expect(sandbox.ledger.entries()).toEqual([]);
    });
  }

  test("futures may have goodtillcancelled and an iceberg with a variance", async () => {
    const { trader } = await openSandbox();
    const fields = { timeInForce: "goodtillcancelled", quantity: 9, icebergFixed: 3, icebergVariance: 10 };
    const order = { ...BELOW, ...fields, instrument: FUTURE, triggerPrice: 84_000, price: 83_990 };
    expect((await trader.order("stopLimit", order)).status).toBe(200);
  });

  test("pitfall 12: a client of the initial risk level needs allowMargin for every conditional order, including shares", async () => {
    const { sandbox } = await openSandbox();
    const beginner = await Trader.signIn(sandbox, "initial-risk", "demo");
    const bare = [await beginner.order("stop", BELOW), await beginner.order("stopLimit", { ...BELOW, price: 290 })];
    expect(bare.map(({ json }) => json.message)).toEqual(Array(2).fill(expect.stringContaining("allowMargin")));
    expect((await beginner.order("stop", { ...BELOW, allowMargin: true })).status).toBe(200);
    expect((await beginner.order("market")).status).toBe(200);
  });
});
