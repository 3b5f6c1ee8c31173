import type { Order } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { beforeEach, describe, expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { SettableClock } from "../../test/settable-clock.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";

const server = await startServer();

beforeEach(() => server.sandbox.faults.reset());

/** Posts one alert under a fault that hits only its account, and returns the ended order. */
async function sendUnder(trader: Trader, fault: FaultInput): Promise<Order> {
  server.sandbox.faults.set({ account: trader.portfolio, times: 1, ...fault });
  await trader.alert();
  const [order] = await trader.ended(1);
  if (!order) throw new Error("no order");
  return order;
}

describe("sending an order", () => {
  // @covers S1.1 S3.20 S3.21 S3.22 S3.23 S4.19
  test("it arrives at the venue as written, and its timeline shows when", async () => {
    const trader = await linkTrader(server);
    await trader.alert(
      trader.message({ type: "limit", direction: "sell", contracts: 3, price: "270.05", ticker: "MOEX:SBER" }),
    );
    const [order] = await trader.ended(1);
    expect(order).toMatchObject({
      accountId: trader.account,
      instrument: { exchange: "ALOR_BROKER", ticker: "MOEX:SBER" },
      direction: "SELL",
      type: "LIMIT",
      open: "270.05",
      quantity: "3",
      status: "CREATED",
      stage: "done",
      reason: null,
    });
    expect(JSON.parse(order?.responseServerJson ?? "")).toMatchObject({ message: "success" });
    const { received, committed, sent, answered } = order?.timeline ?? {};
    const times = [received, committed, sent, answered].map(Number);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(trader.executed()).toMatchObject([
      { clientOrderId: order?.id, instrument: "SBER", side: "SELL", quantity: "3", price: "270.05" },
    ]);
  });

  test.each<[string, FaultInput]>([
    ["the connection breaks after the venue took it", { kind: "accept-then-drop" }],
    ["a gateway answers 502 after the venue took it", { kind: "accept-then-5xx" }],
    ["the venue answers half a JSON", { kind: "malformed", variant: "half-json", executed: true }],
    ["the connection breaks before the venue took it", { kind: "drop" }],
    ["the venue answers 503", { kind: "5xx", status: 503 }],
    ["the venue answers 200 with a web page", { kind: "malformed", variant: "html" }],
    ["the venue answers 429", { kind: "429", retryAfterS: 1 }],
    ["the token is refused midway", { kind: "unauthorized" }],
  ])("promise 2: when %s, the order is executed once and ends CREATED", async (_, fault) => {
    const trader = await linkTrader(server);
    const order = await sendUnder(trader, fault);
    expect(order).toMatchObject({ status: "CREATED", reason: null });
    expect(trader.executed()).toHaveLength(1);
  });

  test.each([
    ["an unknown ticker", { ticker: "NOSUCH" }, "INSTRUMENT_NOT_FOUND"],
    ["half a lot", { contracts: 0.5 }, "QUANTITY_NOT_WHOLE_LOTS"],
    ["a price between two ticks", { type: "limit", price: "270.0512345" }, "PRICE_OFF_TICK"],
  ])("promise 3: %s ends REJECTED with the reason, and reaches no venue", async (_, fields, reason) => {
    const trader = await linkTrader(server);
    await trader.alert(trader.message(fields));
    const [order] = await trader.ended(1);
    expect(order).toMatchObject({ status: "REJECTED", stage: "done", reason });
    expect(trader.executed()).toEqual([]);
  });

  // @covers S4.19
  test("promise 3: an order that the venue refuses ends REJECTED with the reason and the venue's answer", async () => {
    const trader = await linkTrader(server, { insufficientFunds: true });
    await trader.alert();
    const [order] = await trader.ended(1);
    expect(order).toMatchObject({ status: "REJECTED", reason: "INSUFFICIENT_FUNDS" });
    expect(order?.responseServerJson).toBeTruthy();
  });

  // @covers V24
  test("pitfall 24: an order that the venue refuses on its merits isn't retried", async () => {
    const trader = await linkTrader(server, { insufficientFunds: true });
    await trader.alert();
    await trader.alert();
    await trader.ended(2);
    expect(server.sandbox.calls.count({ operation: "order", account: trader.portfolio })).toBe(2);
  });

  // @covers P4
  test("promise 4: orders of one account reach the venue in the order of their alerts", async () => {
    const trader = await linkTrader(server);
    server.sandbox.faults.set(
      { kind: "latency", latencyMs: 30, account: trader.portfolio, every: 3 },
      { kind: "accept-then-drop", account: trader.portfolio, every: 7 },
      { kind: "drop", account: trader.portfolio, every: 11 },
    );
    const sizes = Array.from({ length: 25 }, (_, index) => index + 1);
    for (const contracts of sizes) await trader.alert(trader.message({ contracts }));
    await trader.ended(sizes.length);
    expect(trader.executed().map(({ quantity }) => Number(quantity))).toEqual(sizes);
  });

  // @covers P5
  test("promise 5: an account whose venue hangs doesn't delay anyone else", async () => {
    const [stuck, free] = [await linkTrader(server), await linkTrader(server)];
    server.sandbox.faults.set({ kind: "hang", account: stuck.portfolio });
    for (let index = 0; index < 5; index += 1) await stuck.alert();
    await free.alert();
    await free.ended(1);
    expect(free.executed()).toHaveLength(1);
    expect((await stuck.orders()).every(({ status }) => status === "NEW")).toBe(true);
  });

  // @covers P6 V24
  test("promise 6: an order that expires behind a slow one is never sent", async () => {
    const clock = new SettableClock();
    const own = await startServer({ settings: { ORDER_MAX_AGE_S: "8" }, parts: { clock } });
    const trader = await linkTrader(own);
    own.sandbox.faults.set({ kind: "latency", latencyMs: 1_000, account: trader.portfolio, times: 1 });
    await trader.alert(trader.message({ contracts: 1 }));
    await trader.alert(trader.message({ contracts: 2 }));
    await expect.poll(() => own.sandbox.calls.count({ operation: "order", account: trader.portfolio })).toBe(1);
    clock.pass(9_000);
    const [first, second] = await trader.ended(2);
    expect(first).toMatchObject({ status: "CREATED" });
    expect(second).toMatchObject({ status: "REJECTED", reason: "EXPIRED", timeline: { sent: null } });
    expect(trader.executed().map(({ quantity }) => quantity)).toEqual(["1"]);
  });
});

describe("the list of orders", () => {
  test("an order whose outcome is still being looked up shows the venue's last answer", async () => {
    const trader = await linkTrader(server);
    server.sandbox.faults.set(
      { kind: "5xx", status: 502, account: trader.portfolio, times: 1 },
      { kind: "5xx", operation: "find", account: trader.portfolio },
    );
    await trader.alert();
    await expect
      .poll(async () => (await trader.orders())[0])
      .toMatchObject({ stage: "unresolved", responseServerJson: expect.stringContaining("Bad Gateway") });
  });

  // @covers S7.8
  test("it has only the user's own orders, newest first, in pages", async () => {
    const [trader, other] = [await linkTrader(server), await linkTrader(server)];
    for (const contracts of [1, 2, 3]) await trader.alert(trader.message({ contracts }));
    await other.alert();
    await trader.ended(3);
    const first = (await trader.user.api.get("/orders/me/list?page=0&size=2")).body;
    const second = (await trader.user.api.get("/orders/me/list?page=1&size=2")).body;
    expect([...first.content, ...second.content].map(({ quantity }) => quantity)).toEqual(["3", "2", "1"]);
    expect(second).toMatchObject({ totalElements: 3, totalPages: 2, pageable: { pageNumber: 1, pageSize: 2 } });
  });

  // @covers S9.8
  test("it has the first fifteen orders by default, and a hundred per page at most", async () => {
    const trader = await linkTrader(server);
    expect((await trader.user.api.get("/orders/me/list")).body.pageable).toEqual({ pageNumber: 0, pageSize: 15 });
    expect((await trader.user.api.get("/orders/me/list?size=101")).status).toBe(422);
    expect((await server.api().get("/orders/me/list")).status).toBe(401);
  });
});
