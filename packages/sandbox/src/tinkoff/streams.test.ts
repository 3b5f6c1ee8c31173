import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../../../../scripts/eventually.ts";
import type { Sandbox } from "../index.ts";
import { limit, openSandbox, type Trader } from "./trader.fixture.ts";

const ORDERS = "OrdersStreamService/OrderStateStream";
const POSITIONS = "OperationsStreamService/PositionsStream";
const TOKEN = "t.sandbox-tinkoff-live-pro-token";

interface Options {
  readonly method?: string;
  readonly token?: string;
  readonly protocols?: string[];
  readonly demo?: boolean;
  /** Sent when the stream is open; a subscription to the trader's account by default. */
  readonly request?: object | string;
}

interface Stream {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows what it expects
  readonly messages: readonly any[];
  /** Settles with the code with which the stream was closed. */
  readonly closed: Promise<number>;
  readonly protocol: () => string;
  close(): void;
}

/** Opens a stream; it closes when the test ends. */
function open({ tinkoff }: Sandbox, { account }: Trader, options: Options = {}): Stream {
  const { method = ORDERS, token = TOKEN, protocols = ["json"], demo = false } = options;
  const { request = { accounts: [account] } } = options;
  const base = (demo ? tinkoff.demoApiUrl : tinkoff.apiUrl).replace("http:", "ws:").replace("/rest", "");
  const headers = token === "" ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${base}/ws/tinkoff.public.invest.api.contract.v1.${method}`, protocols, { headers });
  const messages: unknown[] = [];
  socket.on("open", () => socket.send(typeof request === "string" ? request : JSON.stringify(request)));
  socket.on("message", (data) => void messages.push(JSON.parse((data as Buffer).toString("utf8"))));
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  socket.on("error", () => undefined);
  onTestFinished(() => socket.terminate());
  return { messages, closed, protocol: () => socket.protocol, close: () => socket.close() };
}

const count = (stream: Stream, expected: number) => eventually(() => expect(stream.messages).toHaveLength(expected));

// @covers V42
test("an order's first message has the broker's number, later ones the exchange's; lots are lots, trades are pieces", async () => {
  const { sandbox, trader } = await openSandbox();
  const stream = open(sandbox, trader);
  await count(stream, 1);
  expect(stream.protocol()).toBe("json");
  const subscription = { status: "RESULT_SUBSCRIPTION_STATUS_OK", accounts: [trader.account] };
  expect(stream.messages[0]).toMatchObject({ subscription });
  const { json } = await trader.order({ quantity: "3" });
  await count(stream, 4);
  const [receipt, known, filled] = stream.messages.slice(1).map(({ orderState }) => orderState);
  expect(receipt.orderId).not.toBe(json.orderId);
  const { orderRequestId } = json;
  expect(receipt).toMatchObject({ orderRequestId, executionReportStatus: "EXECUTION_REPORT_STATUS_NEW", trades: [] });
  expect(known).toMatchObject({ orderId: json.orderId, executionReportStatus: "EXECUTION_REPORT_STATUS_NEW" });
  expect(filled).toMatchObject({
    orderId: json.orderId,
    orderRequestId,
    executionReportStatus: "EXECUTION_REPORT_STATUS_FILL",
    lotSize: 10,
    lotsRequested: "3",
    lotsExecuted: "3",
    lotsLeft: "0",
    trades: [{ quantity: "30", price: { units: "302", nano: 150_000_000 }, tradeId: expect.any(String) }],
  });
});

test("a trade by hand comes with a request id of the venue's, and a cancellation says by whom", async () => {
  const { sandbox, trader } = await openSandbox();
  const stream = open(sandbox, trader);
  await count(stream, 1);
  const market = sandbox.market("TINKOFF", "live");
  market.trade({ account: trader.account, instrument: "SBER", side: "SELL", quantity: "1" });
  await count(stream, 4);
  expect(stream.messages[3].orderState.orderRequestId).toMatch(/^[\da-f-]{36}$/);
  const { json } = await trader.order(limit("290", 0));
  await trader.call("OrdersService/CancelOrder", { accountId: trader.account, orderId: json.orderId });
  await count(stream, 7);
  expect(stream.messages[6].orderState).toMatchObject({
    executionReportStatus: "EXECUTION_REPORT_STATUS_CANCELLED",
    statusInfo: "CAUSE_CANCELLED_BY_CLIENT",
    lotsCancelled: "1",
  });
});

test.each<[string, Options, number]>([
  ["an unknown token", { token: "t.unknown" }, 4016],
  ["no token", { token: "" }, 4016],
  ["no sub-protocol", { protocols: [] }, 4003],
  ["no JSON", { request: "hello" }, 4003],
  ["no accounts", { request: {} }, 4003],
  ["pings every half second", { request: { accounts: ["1"], pingDelayMillis: 500 } }, 4003],
])("a stream with %s is closed", async (_, options, code) => {
  const { sandbox, trader } = await openSandbox();
  expect(await open(sandbox, trader, options).closed).toBe(code);
});

test("a token may be the second sub-protocol", async () => {
  const { sandbox, trader } = await openSandbox();
  const stream = open(sandbox, trader, { token: "", protocols: ["json", TOKEN] });
  await count(stream, 1);
  expect(stream.messages[0].subscription.accounts).toEqual([trader.account]);
});

test("another's account is refused in the acknowledgement", async () => {
  const { sandbox, trader } = await openSandbox();
  const stream = open(sandbox, trader, { request: { accounts: ["2000039001"] } });
  await count(stream, 1);
  expect(stream.messages[0].subscription).toMatchObject({ status: "RESULT_SUBSCRIPTION_STATUS_ERROR" });
});

// @covers V43
test("a user has so many streams of a method, and a closed one counts until the next two minutes", async () => {
  const { sandbox, trader, clock } = await openSandbox();
  const { account } = trader;
  sandbox.register({ venue: "TINKOFF", environment: "live", account, secret: TOKEN, orderStreams: 2 });
  const first = open(sandbox, trader);
  await count(first, 1);
  await count(open(sandbox, trader), 1);
  expect(await open(sandbox, trader).closed).toBe(4008);
  const { json } = await trader.call("UsersService/GetUserTariff", {});
  expect(json.streamLimits[0]).toMatchObject({ limit: 2, open: 2 });
  first.close();
  expect(await first.closed).toBe(1005);
  expect(await open(sandbox, trader).closed).toBe(4008);
  clock.ms += 120_000;
  await count(open(sandbox, trader), 1);
});

test("a stream of positions sends them if asked, then what changes, in pieces", async () => {
  const { sandbox, trader } = await openSandbox();
  const request = { accounts: [trader.account], withInitialPositions: true };
  const stream = open(sandbox, trader, { method: POSITIONS, request });
  await count(stream, 2);
  expect(stream.messages[0].subscriptions.accounts).toEqual([
    { accountId: trader.account, subscriptionStatus: "POSITIONS_SUBSCRIPTION_STATUS_SUCCESS" },
  ]);
  const { json } = await trader.call("OperationsService/GetPositions", { accountId: trader.account });
  expect(stream.messages[1]).toEqual({ initialPositions: json });
  await trader.order({ quantity: "2" });
  const changed = () => stream.messages.flatMap(({ position }) => position?.securities ?? []);
  await eventually(() => expect(changed()).toMatchObject([{ ticker: "SBER", balance: "20" }]));
});

// @covers V47
test("the sandbox has no stream of order states, and nowhere is there one of another name", async () => {
  const { sandbox, trader } = await openSandbox();
  const demo = open(sandbox, trader, { demo: true, token: "t.sandbox-tinkoff-demo-pro-token" });
  const unknown = open(sandbox, trader, { method: "OrdersStreamService/Orders" });
  expect(await demo.closed).toBe(1006);
  expect(await unknown.closed).toBe(1006);
});
