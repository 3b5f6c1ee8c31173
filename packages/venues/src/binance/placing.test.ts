import { describe, expect, test } from "vitest";
import { patient } from "../orders.fixture.ts";
import { atTheSandbox, FUTURES, keyOf, limitOf, MARKETS, orderOf, SPOT } from "./sandbox.fixture.ts";

describe.each(MARKETS)("$market", (market) => {
  const trader = keyOf(market);

  // @covers S1.1
  test("a market order reaches the exchange once, in base units, under our client order id", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const order = orderOf(market);
    expect(await binance.place(order, trader, patient())).toEqual({
      kind: "accepted",
      response: expect.stringMatching(/"status":"FILLED"/),
    });
    expect(sandbox.ledger.entries()).toEqual([
      expect.objectContaining({
        venue: market.venue,
        environment: "live",
        account: trader.apiKey,
        clientOrderId: order.clientOrderId,
        instrument: "BTCUSDT",
        type: "MARKET",
        side: "BUY",
        quantity: "0.01",
        price: null,
      }),
    ]);
  });

  test("a limit order keeps every digit of its price and stays until cancelled", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const sell = limitOf(market, { direction: "SELL", price: "105000.2", contracts: "0.0129999" });
    expect(await binance.place(sell, trader, patient())).toMatchObject({ kind: "accepted" });
    const [entry] = sandbox.ledger.entries();
    expect(entry).toMatchObject({ type: "LIMIT", side: "SELL", price: "105000.2", timeInForce: "GTC" });
    expect(entry?.quantity).toBe(market === SPOT ? "0.01299" : "0.012");
  });

  // @covers V25
  test("pitfall 25: an order that rests is accepted, and the answer says that it isn't executed", async () => {
    const { binance } = await atTheSandbox(market);
    const outcome = await binance.place(limitOf(market), trader, patient());
    expect(outcome).toMatchObject({ kind: "accepted", response: expect.stringMatching(/"status":"NEW"/) });
    expect(outcome.response).toMatch(/"executedQty":"0(\.0+)?"/);
  });

  test("an IOC order without a counterparty is rejected: nothing came of it", async () => {
    const { binance } = await atTheSandbox(market);
    const order = limitOf(market, { timeInForce: "immediateorcancel" });
    const outcome = await binance.place(order, trader, patient());
    expect(outcome).toMatchObject({ kind: "rejected", reason: "NOTHING_EXECUTED" });
    expect(await binance.find(order, trader, patient())).toMatchObject({
      kind: "found",
      outcome: { kind: "rejected" },
    });
  });

  // @covers V19
  test("pitfall 19: a demo key's orders go to the demo host, which refuses a live key", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const demo = keyOf(market, "pro", "demo");
    expect(await binance.place(orderOf(market), demo, patient())).toMatchObject({ kind: "accepted" });
    expect(await binance.place(limitOf(market), demo, patient())).toMatchObject({ kind: "accepted" });
    expect(sandbox.ledger.entries().map(({ environment }) => environment)).toEqual(["demo", "demo"]);
    expect(sandbox.calls.count({ environment: "live" })).toBe(0);
    const astray = await binance.place(orderOf(market), { ...trader, isDemo: true }, patient());
    expect(astray).toMatchObject({ kind: "rejected", reason: "KEY_OR_ADDRESS_REFUSED" });
  });

  // @covers V1
  test("pitfall 1: an order whose id is already open is looked up, and nothing is executed twice", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const order = limitOf(market);
    await binance.place(order, trader, patient());
    expect(await binance.place(order, trader, patient())).toMatchObject({ kind: "unknown" });
    expect(await binance.find(order, trader, patient())).toMatchObject({
      kind: "found",
      outcome: { kind: "accepted", response: expect.stringContaining(order.clientOrderId) },
    });
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  // @covers V1
  test("pitfall 1: a filled id executes again, so a resend needs an absence confirmed after the send has settled", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const order = orderOf(market);
    await binance.place(order, trader, patient());
    await binance.place(order, trader, patient());
    // The venue does this; it's the resend rule that keeps the relay from resending.
    expect(sandbox.ledger.entries()).toHaveLength(2);
    expect(binance.resend).toEqual({ by: "confirmed-absence", settlesWithinMs: 8_000 });
  });

  // @covers V24
  test.each([
    ["no-money", "INSUFFICIENT_FUNDS"],
    ["read-only", "KEY_OR_ADDRESS_REFUSED"],
    ["expired", "KEY_OR_ADDRESS_REFUSED"],
  ] as const)(
    "pitfall 24: a venue's refusal is a rejection, and the order isn't resent: the key %s, %s",
    async (name, reason) => {
      const { sandbox, binance } = await atTheSandbox(market);
      const outcome = await binance.place(orderOf(market), keyOf(market, name), patient());
      expect(outcome).toMatchObject({ kind: "rejected", reason });
      expect(sandbox.calls.count({ operation: "order" })).toBe(1);
      expect(sandbox.ledger.entries()).toEqual([]);
    },
  );

  // @covers V21
  test("pitfall 21: a key that doesn't trust our address is rejected with a reason that says so", async () => {
    const { binance } = await atTheSandbox(market);
    const key = keyOf(market, "ip-bound");
    const refused = { kind: "rejected", reason: "KEY_OR_ADDRESS_REFUSED" };
    expect(await binance.place(orderOf(market), key, patient())).toMatchObject(refused);
    expect(await binance.find(orderOf(market), key, patient())).toMatchObject({ kind: "unclear" });
  });

  test("the key is to blame for a wrong secret, and for text that isn't a key", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const refused = { kind: "rejected", reason: "CREDENTIALS_REFUSED" };
    expect(await binance.place(orderOf(market), { ...trader, secretKey: "x" }, patient())).toMatchObject(refused);
    expect(await binance.place(orderOf(market), { ...trader, apiKey: "мой ключ" }, patient())).toMatchObject(refused);
    const pem = { ...trader, secretKey: "-----BEGIN PRIVATE KEY-----" };
    expect(await binance.place(orderOf(market), pem, patient())).toMatchObject(refused);
    expect(sandbox.ledger.entries()).toEqual([]);
  });

  test("an order worth too little is rejected, by us or by the venue", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const small = { contracts: market === SPOT ? "0.00001" : "0.001" };
    const tooLittle = { kind: "rejected", reason: "ORDER_VALUE_OUT_OF_LIMITS" };
    const cheap = { ...small, price: market === SPOT ? "50000" : "99999.9" };
    expect(await binance.place(limitOf(market, cheap), trader, patient())).toMatchObject(tooLittle);
    expect(sandbox.calls.count({ operation: "order" })).toBe(0);
    const ticker = market === SPOT ? market.ticker : "DOGEUSDT.P";
    const order = orderOf(market, { ...small, ...(market === FUTURES && { ticker, contracts: "1" }) });
    expect(await binance.place(order, trader, patient())).toMatchObject(tooLittle);
    expect(sandbox.calls.count({ operation: "order" })).toBe(1);
    expect(sandbox.ledger.entries()).toEqual([]);
  });

  test("a market order follows the coarser step for market orders", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const ticker = market === SPOT ? "ETHUSDT" : "ETHUSDT.P";
    const asked = { ticker, contracts: "0.5049" };
    expect(await binance.place(orderOf(market, asked), trader, patient())).toMatchObject({ kind: "accepted" });
    const price = "3800.01";
    expect(await binance.place(limitOf(market, { ...asked, price }), trader, patient())).toMatchObject({
      kind: "accepted",
    });
    const quantities = sandbox.ledger.entries().map(({ quantity }) => quantity);
    expect(quantities).toEqual(market === SPOT ? ["0.504", "0.5049"] : ["0.5", "0.504"]);
  });

  test("an order refused before the send is not sent", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const refusals = [
      [{ type: "STOP" }, "ORDER_TYPE_NOT_SUPPORTED", "null"],
      [{ timeInForce: "oneday", type: "LIMIT", price: "100000" }, "FIELD_NOT_SUPPORTED", '"timeInForce"'],
      [{ contracts: "0.000001" }, "QUANTITY_TOO_SMALL", '"step"'],
      [{ contracts: "1000000" }, "QUANTITY_TOO_LARGE", '"max"'],
      [{ type: "LIMIT", price: "100000.001" }, "PRICE_OFF_TICK", '"priceStep"'],
    ] as const;
    for (const [message, reason, detail] of refusals) {
      const outcome = await binance.place(orderOf(market, message), trader, patient());
      expect(outcome).toMatchObject({ kind: "rejected", reason });
      expect(String(outcome.response)).toContain(detail);
    }
    expect(sandbox.calls.count({ operation: "order" })).toBe(0);
  });

  // @covers V18
  test("pitfall 18: an order's signature is in its body, and nothing that we keep contains a key or a signature", async () => {
    const { sandbox, binance, exchanges } = await atTheSandbox(market);
    const order = orderOf(market);
    const kept = [await binance.place(order, trader, patient()), await binance.find(order, trader, patient())];
    sandbox.faults.set({ kind: "5xx", body: "html" });
    kept.push(await binance.place(orderOf(market), trader, patient()));
    const posts = exchanges.filter(({ method }) => method === "POST");
    expect(posts.map(({ url }) => url)).toEqual([market.orderPath, market.orderPath]);
    const signatures = exchanges.flatMap(
      ({ url, requestBody }) => /signature=(\w+)/.exec(url + requestBody)?.[1] ?? [],
    );
    expect(signatures).toHaveLength(3);
    for (const secret of [trader.apiKey, trader.secretKey, ...signatures])
      expect(JSON.stringify(kept)).not.toContain(secret);
  });
});

// @covers V23
test("pitfall 23: an order of an account in hedge mode is refused with its own reason, and we don't guess a position", async () => {
  const { sandbox, binance } = await atTheSandbox(FUTURES);
  const hedged = keyOf(FUTURES, "hedge", "demo");
  for (const direction of ["BUY", "SELL"] as const) {
    const outcome = await binance.place(orderOf(FUTURES, { direction }), hedged, patient());
    expect(outcome).toMatchObject({ kind: "rejected", reason: "HEDGE_MODE" });
  }
  expect(sandbox.ledger.entries()).toEqual([]);
});

// @covers V23
test("pitfall 23: in hedge mode an order goes to the position that its message names", async () => {
  const { sandbox, binance, exchanges } = await atTheSandbox(FUTURES);
  const hedged = keyOf(FUTURES, "hedge", "demo");
  for (const positionSide of ["LONG", "SHORT"] as const) {
    expect(await binance.place(orderOf(FUTURES, { positionSide }), hedged, patient())).toMatchObject({
      kind: "accepted",
    });
    expect(exchanges.at(-1)?.responseBody).toContain(`"positionSide":"${positionSide}"`);
  }
  expect(sandbox.ledger.entries()).toHaveLength(2);
  const outcome = await binance.place(
    orderOf(FUTURES, { positionSide: "LONG" }),
    keyOf(FUTURES, "pro", "demo"),
    patient(),
  );
  expect(outcome).toMatchObject({ kind: "rejected", reason: "HEDGE_MODE" });
});

// @covers V23
test("pitfall 23: an account that leaves hedge mode can trade at once", async () => {
  const { sandbox, binance } = await atTheSandbox(FUTURES);
  const hedged = keyOf(FUTURES, "hedge", "demo");
  await binance.place(orderOf(FUTURES), hedged, patient());
  const { apiKey: account, secretKey: secret } = hedged;
  sandbox.register({ venue: "BINANCE_FUTURES", environment: "demo", account, secret, hedgeMode: false });
  expect(await binance.place(orderOf(FUTURES), hedged, patient())).toMatchObject({ kind: "accepted" });
});
