import { expect, test } from "vitest";
import { atTheSandbox, keyOf, limitOf, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

// @covers V9
test("pitfall 9: a market order reaches the exchange once, with the requested lots, under its uid", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  const order = orderOf();
  const outcome = await tinkoff.place(order, TRADER, patient());
  expect(outcome).toEqual({ kind: "accepted", response: expect.stringContaining('"EXECUTION_REPORT_STATUS_FILL"') });
  expect(sandbox.ledger.entries()).toEqual([
    expect.objectContaining({
      venue: "TINKOFF",
      account: TRADER.apiKey,
      environment: "live",
      clientOrderId: order.clientOrderId,
      instrument: "SBER",
      board: "TQBR",
      type: "MARKET",
      side: "BUY",
      quantity: "3",
      price: null,
    }),
  ]);
});

// @covers S1.1
test("a limit order keeps every digit of its price, and its time in force", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  const sell = limitOf({ direction: "SELL", timeInForce: "immediateorcancel" });
  expect((await tinkoff.place(sell, TRADER, patient())).kind).toBe("accepted");
  expect(sandbox.ledger.entries()).toMatchObject([
    { type: "LIMIT", side: "SELL", quantity: "10", price: "270.05", timeInForce: "FILL_AND_KILL" },
  ]);
});

// @covers V13
test.each([
  ["RIZ6", "112340"],
  ["CRZ6", "11.684"],
  ["MOEX:SIZ2026", "84250"],
  ["SU26238RMFS4", "58.412"],
])("pitfall 13: the price of %s arrives in the points that its chart shows", async (ticker, price) => {
  const { sandbox, tinkoff } = await atTheSandbox();
  const outcome = await tinkoff.place(limitOf({ ticker, price, contracts: "1" }), TRADER, patient());
  expect(outcome.kind).toBe("accepted");
  expect(sandbox.ledger.entries()).toMatchObject([{ price, quantity: "1" }]);
});

// @covers V19
test("pitfall 19: a demo key's orders go to the sandbox's host, and a key of one environment is refused at the other", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  expect((await tinkoff.place(orderOf(), keyOf("pro", "demo"), patient())).kind).toBe("accepted");
  expect((await tinkoff.place(limitOf(), keyOf("pro", "demo"), patient())).kind).toBe("accepted");
  expect(sandbox.ledger.entries().map(({ environment }) => environment)).toEqual(["demo", "demo"]);
  expect(sandbox.calls.count({ environment: "live" })).toBe(0);
  for (const mixed of [
    { ...TRADER, isDemo: true },
    { ...keyOf("pro", "demo"), isDemo: false },
  ]) {
    const outcome = await tinkoff.place(orderOf({ ticker: "GAZP" }), mixed, patient());
    expect(outcome).toMatchObject({ kind: "rejected", reason: "CREDENTIALS_REFUSED" });
  }
  expect(sandbox.ledger.entries()).toHaveLength(2);
});

// @covers V12
test("pitfall 12: allowMargin is the account's setting: without it nobody sells short, and a beginner can't trade futures", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  const cases = [
    [orderOf({ direction: "SELL" }), keyOf("no-stock")],
    [orderOf({ ticker: "SiZ6" }), keyOf("initial-risk")],
  ] as const;
  for (const [order, key] of cases) {
    const refusal = await tinkoff.place(order, key, patient());
    expect(refusal).toMatchObject({ kind: "rejected", reason: "MARGIN_NOT_ALLOWED" });
    expect((await tinkoff.place({ ...order, allowMargin: true }, key, patient())).kind).toBe("accepted");
  }
  expect(sandbox.ledger.entries()).toHaveLength(2);
});

const REFUSED_BY_THE_VENUE = [
  ["a key that may only read", orderOf(), keyOf("read-only"), "NO_RIGHTS"],
  ["a key that has ended", orderOf(), keyOf("expired"), "CREDENTIALS_REFUSED"],
  ["another's account", orderOf(), { ...TRADER, apiKey: keyOf("admin").apiKey }, "NO_RIGHTS"],
  ["an account that doesn't exist", orderOf(), { ...TRADER, apiKey: "1" }, "ACCOUNT_NOT_FOUND"],
  ["no money", orderOf(), keyOf("no-money"), "INSUFFICIENT_FUNDS"],
  ["no money in the sandbox", orderOf(), keyOf("no-money", "demo"), "INSUFFICIENT_FUNDS"],
  ["margin switched off at the broker", orderOf({ ticker: "SiZ6" }), keyOf("no-margin"), "MARGIN_OFF_AT_BROKER"],
  ["an instrument that isn't trading", orderOf({ ticker: "QIWI" }), TRADER, "MARKET_CLOSED"],
  ["a price outside the exchange's limits", limitOf({ price: "1" }), TRADER, "PRICE_OUT_OF_LIMITS"],
  ["more than 30 million roubles", orderOf({ contracts: "10000" }), TRADER, "ORDER_VALUE_OUT_OF_LIMITS"],
  ["nothing to trade with at once", limitOf({ timeInForce: "fillorkill" }), TRADER, "NOTHING_EXECUTED"],
] as const;

test.each(REFUSED_BY_THE_VENUE)("%s is a rejection with its reason", async (_, order, key, reason) => {
  const { tinkoff } = await atTheSandbox();
  expect(await tinkoff.place(order, key, patient())).toMatchObject({ kind: "rejected", reason });
});

test.each([
  ["a stop order", { type: "STOP", triggerPrice: "280", condition: "More" }, "ORDER_TYPE_NOT_SUPPORTED"],
  ["an instrument that isn't traded by API", { ticker: "RU000A105Q89" }, "INSTRUMENT_NOT_TRADABLE"],
  ["half a lot", { contracts: "0.5" }, "QUANTITY_NOT_WHOLE_LOTS"],
  ["a price off the step", { type: "LIMIT", price: "300.005" }, "PRICE_OFF_TICK"],
  ["an iceberg", { type: "LIMIT", price: "300", icebergFixed: "1" }, "FIELD_NOT_SUPPORTED"],
] as const)("%s is refused before the send", async (_, message, reason) => {
  const { sandbox, tinkoff } = await atTheSandbox();
  expect(await tinkoff.place(orderOf(message), TRADER, patient())).toMatchObject({ kind: "rejected", reason });
  expect(sandbox.calls.count({ operation: "order" })).toBe(0);
});

test("two accounts may use the same client order id", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  const order = orderOf();
  await tinkoff.place(order, keyOf("trial"), patient());
  await tinkoff.place(order, TRADER, patient());
  expect(sandbox.ledger.entries().map(({ account }) => account)).toEqual([keyOf("trial").apiKey, TRADER.apiKey]);
});

test("what we keep of an answer contains no token and no account, and no URL contains the token", async () => {
  const { sandbox, tinkoff, exchanges } = await atTheSandbox();
  const order = orderOf();
  const placed = await tinkoff.place(order, TRADER, patient());
  const found = await tinkoff.find(order, TRADER, patient());
  sandbox.faults.set({ kind: "5xx", body: "html" });
  const failed = await tinkoff.place(orderOf(), TRADER, patient());
  const kept = JSON.stringify([placed, found, failed]);
  expect(kept).toContain("nginx");
  for (const secret of [TRADER.secretKey, TRADER.apiKey]) expect(kept).not.toContain(secret);
  expect(exchanges.map(({ url }) => url).join()).not.toContain(TRADER.secretKey);
});
