import { describe, expect, test } from "vitest";
import { sandboxCredential, type CredentialName } from "../../index.ts";
import { signatureOf } from "../signed-request.ts";
import { openBinance } from "../trader.fixture.ts";
import { connect } from "../user-stream.fixture.ts";

async function open() {
  const opened = await openBinance("BINANCE_SPOT");
  const stream = await connect(`${opened.sandbox.binanceSpot.demoStreamUrl}/ws-api/v3`);
  let id = 0;
  const subscribe = (name: CredentialName = "pro", change: Record<string, unknown> = {}) => {
    const { account: apiKey, secret } = sandboxCredential(name, "demo", "BINANCE_SPOT");
    const timestamp = opened.clock.ms;
    const signature = signatureOf(`apiKey=${apiKey}&timestamp=${timestamp}`, secret);
    const params = { apiKey, timestamp, signature, ...change };
    stream.send({ id: (id += 1), method: "userDataStream.subscribe.signature", params });
    return stream.until(id);
  };
  return { ...opened, stream, subscribe };
}

describe("subscribing to a spot account", () => {
  test("a signature over the sorted parameters is accepted, once for an account of a connection", async () => {
    const { subscribe } = await open();
    await subscribe();
    await subscribe("admin");
    expect(await subscribe()).toEqual([
      { id: 1, status: 200, result: { subscriptionId: 0 } },
      { id: 2, status: 200, result: { subscriptionId: 1 } },
      { id: 3, status: 400, error: { code: -2035, msg: "User data stream subscription is already active." } },
    ]);
  });

  test("a wrong signature, an old time, an unknown key and an unknown method are refused; the connection stays", async () => {
    const { clock, stream, subscribe } = await open();
    await subscribe("pro", { signature: "00" });
    await subscribe("pro", { timestamp: clock.ms - 60_000 });
    await subscribe("expired");
    expect((await subscribe()).map(({ error }) => error?.code)).toEqual([-1022, -1021, -2015, undefined]);
    stream.send({ id: 5, method: "order.everything" });
    expect((await stream.until(5))[4]).toMatchObject({ id: 5, status: 400, error: { code: -1020 } });
  });

  test("what ends a subscription, and only that, ends its events", async () => {
    const { stream, subscribe, trader } = await open();
    await subscribe();
    stream.send({ id: 2, method: "userDataStream.unsubscribe", params: { subscriptionId: 0 } });
    stream.send({ id: 3, method: "userDataStream.unsubscribe", params: { subscriptionId: 0 } });
    const [, ...rest] = await stream.until(4);
    expect(rest.filter(({ id }) => id !== undefined)).toMatchObject([
      { id: 2, status: 200, result: {} },
      { id: 3, status: 400, error: { code: -2036 } },
    ]);
    expect(rest).toContainEqual({ subscriptionId: 0, event: { e: "eventStreamTerminated", E: expect.any(Number) } });
    await trader.market();
    stream.send({ id: 4, method: "session.subscriptions" });
    expect((await stream.until(5))[4]).toEqual({ id: 4, status: 200, result: [] });
  });
});

describe("the end of a spot connection", () => {
  test("is announced before a restart, for the connection and not for a subscription, and then comes", async () => {
    const { sandbox, stream, subscribe, trader } = await open();
    await subscribe();
    sandbox.faults.set({ kind: "server-shutdown", times: 1, closesInMs: 50 });
    const closed = new Promise((resolve) => stream.socket.once("close", resolve));
    await trader.market();
    await closed;
    expect(stream.messages).toContainEqual({ event: { e: "serverShutdown", E: expect.any(Number) } });
    expect(stream.messages).toContainEqual({ subscriptionId: 0, event: expect.objectContaining({ x: "TRADE" }) });
  });

  test("comes a day after its beginning by the venue's clock", async () => {
    const { sandbox, stream, subscribe } = await open();
    await subscribe();
    const market = sandbox.market("BINANCE_SPOT", "demo");
    market.advance(24 * 60 * 60);
    const closed = new Promise((resolve) => stream.socket.once("close", resolve));
    expect(stream.socket.readyState).toBe(stream.socket.OPEN);
    market.advance(1);
    await closed;
  });
});

describe("a spot account's events", () => {
  const events = (messages: readonly { event?: Record<string, unknown> }[]) =>
    messages.flatMap(({ event }) => (event ? [event] : []));

  test("a market order is reported as new, as traded with its fee, and then with the balances it changed", async () => {
    const { stream, subscribe, trader } = await open();
    await subscribe();
    const { json: placed } = await trader.market({ newClientOrderId: "ours" });
    const [entered, traded, balances] = events(await stream.until(4));
    expect(entered).toMatchObject({
      e: "executionReport",
      x: "NEW",
      X: "NEW",
      c: "ours",
      C: "",
      i: placed.orderId,
      t: -1,
    });
    expect(traded).toMatchObject({
      x: "TRADE",
      X: "FILLED",
      z: "0.01000000",
      l: "0.01000000",
      L: "104250.37000000",
      n: "0.00001000",
      N: "BTC",
      Z: "1042.50370000",
      t: placed.fills[0].tradeId,
    });
    expect(balances).toMatchObject({ e: "outboundAccountPosition" });
    expect((balances as { B: { a: string }[] }).B.map(({ a }) => a).toSorted()).toEqual(["BTC", "USDT"]);
  });

  // @covers V36
  test("a cancellation's id is in c, and the order's own in C; what the venue ends expires under its own", async () => {
    const { sandbox, stream, subscribe, trader } = await open();
    await subscribe();
    await trader.limit({ newClientOrderId: "ours" });
    await trader.cancel({ origClientOrderId: "ours", newClientOrderId: "the-cancellation" });
    await trader.limit({ newClientOrderId: "ends" });
    const market = sandbox.market("BINANCE_SPOT", "demo");
    const [last] = market.ordersOf(trader.apiKey).slice(-1);
    if (last) market.cancel(last, "venue");
    const reports = events(await stream.until(9)).filter(({ e }) => e === "executionReport");
    expect(reports.map(({ x, X, c, C, eR }) => [x, X, c, C, eR])).toEqual([
      ["NEW", "NEW", "ours", "", undefined],
      ["CANCELED", "CANCELED", "the-cancellation", "ours", undefined],
      ["NEW", "NEW", "ends", "", undefined],
      ["EXPIRED", "EXPIRED", "ends", "", "EXCHANGE_CANCELED"],
    ]);
  });

  test("faults of the stream are carried out: lost, twice, swapped, cut", async () => {
    const { sandbox, stream, subscribe, trader } = await open();
    await subscribe();
    sandbox.faults.set({ kind: "event-lost", times: 1 }, { kind: "event-twice", times: 1 });
    await trader.market();
    const told = events(await stream.until(4)).map(({ e, x }) => x ?? e);
    expect(told).toEqual(["TRADE", "TRADE", "outboundAccountPosition"]);
    sandbox.faults.set({ kind: "stream-cut", times: 1 });
    const closed = new Promise((resolve) => stream.socket.once("close", resolve));
    await trader.market();
    await closed;
  });
});
