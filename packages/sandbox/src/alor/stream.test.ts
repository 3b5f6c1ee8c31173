import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { connect } from "./subscriber.fixture.ts";
import { openSandbox, Trader } from "./trader.fixture.ts";

/** Rests below the simulator's Sberbank, which trades at 302.15. */
const RESTING = { price: 290, quantity: 10, comment: "mine" };
const SBER = "SBER";

test("an order's life is told by its own stream and its trades by another, each event once", async () => {
  const { sandbox, trader } = await openSandbox();
  const subscriber = await connect(trader);
  subscriber.subscribe("OrdersGetAndSubscribeV2");
  subscriber.subscribe("TradesGetAndSubscribeV2");
  await eventually(() => expect(subscriber.messages).toHaveLength(2));
  const { json } = await trader.order("limit", RESTING);
  const market = sandbox.market("ALOR_BROKER", "demo");
  market.setVolume(SBER, "4");
  market.setPrice(SBER, "289");
  market.setVolume(SBER, null);
  const news = await subscriber.news(5);
  const states = news.map(({ data }) => [data.orderno ?? data.id, data.status ?? data.qtyBatch, data.filledQtyBatch]);
  expect(states).toEqual([
    [json.orderNumber, "working", 0],
    [json.orderNumber, 4, undefined],
    [json.orderNumber, "working", 4],
    [json.orderNumber, 6, undefined],
    [json.orderNumber, "filled", 10],
  ]);
  expect(news[1].data).toMatchObject({ comment: "mine", qtyUnits: 40, price: 290, existing: false });
});

test("a conditional order's firing is told with the number of the order that it becomes", async () => {
  const { sandbox, trader } = await openSandbox();
  const subscriber = await connect(trader);
  subscriber.subscribe("OrdersGetAndSubscribeV2");
  subscriber.subscribe("StopOrdersGetAndSubscribeV2");
  await eventually(() => expect(subscriber.messages).toHaveLength(2));
  const stop = { condition: "lessorequal", triggerPrice: 290, stopEndUnixTime: 0, side: "sell", comment: "mine" };
  await trader.order("stop", stop);
  sandbox.market("ALOR_BROKER", "demo").setPrice(SBER, "289.5");
  const news = await subscriber.news(4);
  const told = news.map(({ guid, data }) => [guid.slice(0, 4), data.status, data.filledQtyBatch]);
  expect(told).toEqual([
    ["Stop", "working", 0],
    ["Stop", "filled", 0],
    ["Orde", "working", 0],
    ["Orde", "filled", 1],
  ]);
  expect(news[1].data.exchangeOrderId).toBe(news[2].data.id);
});

test("what there was comes first unless it is skipped, and only that is marked as existing and filtered by status", async () => {
  const { trader } = await openSandbox();
  await trader.order("market");
  await trader.order("limit", RESTING);
  const subscriber = await connect(trader);
  subscriber.subscribe("OrdersGetAndSubscribeV2", { skipHistory: false, orderStatuses: ["working"] });
  subscriber.subscribe("TradesGetAndSubscribeV2", { skipHistory: false });
  await eventually(() => expect(subscriber.messages.filter(({ httpCode }) => httpCode === 200)).toHaveLength(2));
  const rows = () => subscriber.messages.filter(({ data }) => data).map(({ data }) => [data.price, data.existing]);
  expect(rows()).toEqual([
    [290, true],
    [302.15, true],
  ]);
  await trader.order("market", { quantity: 2 });
  await subscriber.news(3);
  expect(rows().slice(2)).toEqual([
    [0, false],
    [302.15, false],
    [0, false],
  ]);
});

test("positions and money are told in one stream, the summary in another", async () => {
  const { trader } = await openSandbox();
  const subscriber = await connect(trader);
  subscriber.subscribe("PositionsGetAndSubscribeV2");
  subscriber.subscribe("SummariesGetAndSubscribeV2", { skipHistory: false });
  await eventually(() => expect(subscriber.messages).toHaveLength(3));
  await trader.order("market", { quantity: 3 });
  await eventually(() => {
    const data = subscriber.messages.flatMap((message) => (message.data ? [message.data] : []));
    expect(data.find(({ symbol }) => symbol === SBER)).toMatchObject({ qtyTFuture: 30, qtyT0: 0, isCurrency: false });
    expect(data.findLast(({ isCurrency }) => isCurrency)).toMatchObject({ symbol: "RUB" });
    expect(data.findLast(({ buyingPower }) => buyingPower).buyingPower).toBeLessThan(1_000_000_000);
  });
});

test("after unsubscribing, nothing more comes", async () => {
  const { trader } = await openSandbox();
  const subscriber = await connect(trader);
  subscriber.subscribe("TradesGetAndSubscribeV2");
  subscriber.subscribe("OrdersGetAndSubscribeV2");
  subscriber.send({ opcode: "unsubscribe", guid: "OrdersGetAndSubscribeV2", token: trader.token });
  await eventually(() => expect(subscriber.messages).toHaveLength(3));
  await trader.order("market");
  await subscriber.news(1);
  expect(subscriber.messages.map(({ guid }) => guid).filter((guid) => guid)).toEqual(["TradesGetAndSubscribeV2"]);
});

test.each([
  ["no valid token", { token: "x.y.z" }, 401],
  ["another one's portfolio", { portfolio: "D49001" }, 403],
  ["a format that isn't simulated", { format: "Slim" }, 400],
  ["a field that the subscription doesn't have", { frequency: 100 }, 400],
])("a message with %s is answered with an error, and the whole connection ends", async (_, fields, httpCode) => {
  const { trader } = await openSandbox();
  const subscriber = await connect(trader);
  const closed = new Promise((resolve) => subscriber.socket.once("close", resolve));
  subscriber.subscribe("TradesGetAndSubscribeV2");
  subscriber.subscribe("OrdersGetAndSubscribeV2", fields);
  await closed;
  expect(subscriber.messages.map((message) => message.httpCode)).toEqual([200, httpCode]);
});

test("each environment has its own stream and tokens, and pings are answered", async () => {
  const { sandbox, trader } = await openSandbox();
  const live = await Trader.signIn(sandbox, "pro", "live");
  const subscriber = await connect(trader);
  const pong = new Promise((resolve) => subscriber.socket.once("pong", resolve));
  subscriber.socket.ping();
  await pong;
  subscriber.subscribe("OrdersGetAndSubscribeV2", { token: live.token });
  await eventually(() => expect(subscriber.messages).toMatchObject([{ httpCode: 401, message: "Invalid JWT token!" }]));
});

test("a stream that falls silent sends neither events nor pongs, and one can be refused", async () => {
  const { sandbox, trader } = await openSandbox();
  const subscriber = await connect(trader);
  subscriber.subscribe("TradesGetAndSubscribeV2");
  await eventually(() => expect(subscriber.messages).toHaveLength(1));
  sandbox.faults.set(
    { kind: "stream-silent", times: 1 },
    { kind: "stream-refused", times: 1, account: trader.portfolio },
  );
  await trader.order("market");
  let hasPong = false;
  subscriber.socket.once("pong", () => (hasPong = true));
  subscriber.socket.ping();
  const other = await connect(trader);
  const closed = new Promise((resolve) => other.socket.once("close", resolve));
  other.subscribe("TradesGetAndSubscribeV2");
  await closed;
  expect([hasPong, subscriber.messages.length]).toEqual([false, 1]);
});
