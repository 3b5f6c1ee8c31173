/** When an account is read, and when its stream is enough. In virtual time; the venue is a script. */
import type { Reason } from "@chartrelay/contract";
import type { Credentials, Execution, Executions, Fill, Reading, StreamListener } from "@chartrelay/venues";
import { expect, test } from "vitest";
import { failingLog, silentLog } from "../../../test/retry-log.ts";
import { VirtualClock } from "../../../test/virtual-clock.ts";
import { JUST_ACCEPTED } from "./execution.ts";
import { Follower } from "./follower.ts";
import { ReadPace } from "./read-pace.ts";
import type { AcceptedOrder, ExecutionUpdate } from "./store.ts";

const READ_EVERY_MS = 3_000;
/** What `working` costs here. */
const COST = 10;
const KEY: Credentials = { apiKey: "D1", secretKey: "token", isDemo: true };

const order = (id: string, known = JUST_ACCEPTED): AcceptedOrder => ({
  id,
  userId: "user",
  accountId: "account",
  venue: "ALOR_BROKER",
  isDemo: true,
  partition: 0,
  keyVersion: 1,
  message: { account: "account", ticker: "SBER", direction: "BUY", type: "LIMIT", contracts: "10", price: "270" },
  known,
});

const execution = (id: string, fields: Partial<Execution> = {}): Execution => ({
  clientOrderId: id,
  venueOrderId: `v-${id}`,
  state: "working",
  filledQuantity: "0",
  averagePrice: null,
  fills: [],
  cancelledBy: null,
  reason: null,
  ...fields,
});

const fill = (tradeId: string, quantity: string): Fill => ({
  tradeId,
  symbol: "SBER",
  side: "BUY",
  quantity,
  price: "270",
  fee: { amount: "1", currency: "RUB" },
  atMs: 0,
});

const FILLED = { state: "filled", filledQuantity: "10", fills: [fill("1", "10")] } as const;

interface Script {
  readonly hasStream?: boolean;
  readonly findKey?: () => Promise<Credentials | Reason>;
  readonly store?: (update: ExecutionUpdate) => Promise<boolean>;
  readonly log?: typeof failingLog;
  /** What the venue allows; enough for every read by default. */
  readonly costPerMinute?: number;
  readonly readEveryMs?: number;
}

/** Starts a follower at a venue whose orders are `orders`; an order that isn't there is unknown to the venue. */
function follow({
  hasStream = false,
  findKey = async () => KEY,
  store,
  log = failingLog,
  costPerMinute = 100 * COST,
  readEveryMs = READ_EVERY_MS,
}: Script = {}) {
  const clock = new VirtualClock();
  const venue = {
    orders: new Map<string, Execution>(),
    refusal: undefined as Reason | undefined,
    /** The list leaves out these orders although they work. */
    unlisted: new Set<string>(),
    /** The venue doesn't answer the first read of these orders. */
    hanging: new Set<string>(),
    stream: undefined as StreamListener | undefined,
    reads: [] as string[],
  };
  const answer = <T>(value: T): Reading<T> =>
    venue.refusal ? { kind: "refused", reason: venue.refusal } : { kind: "read", value, atMs: clock.nowMs() };
  const executions = {
    following: { hasStream, readEveryMs, cost: () => COST, costPerMinute },
    working: async () => {
      venue.reads.push(`${clock.nowMs()} working`);
      if (venue.hanging.delete("working")) await new Promise(() => undefined);
      const working = [...venue.orders.values()].filter(
        ({ state }) => state === "working" || state === "partiallyFilled",
      );
      return answer(working.filter(({ clientOrderId }) => !venue.unlisted.has(clientOrderId)));
    },
    fills: async ({ clientOrderId }) => {
      venue.reads.push(`${clock.nowMs()} ${clientOrderId}`);
      if (venue.hanging.delete(clientOrderId)) await new Promise(() => undefined);
      return answer(venue.orders.get(clientOrderId) ?? null);
    },
    events: (_, listener) => {
      venue.stream = listener;
    },
  } as Partial<Executions> as Executions;
  const updates: ExecutionUpdate[] = [];
  const counted: Fill[] = [];
  const unfollowed: string[] = [];
  const ended = new AbortController();
  let isIdle = false;
  const follower = new Follower({
    executions,
    store: {
      store: async (update) => {
        if (store && !(await store(update))) return false;
        updates.push(update);
        return true;
      },
    },
    findKey,
    call: (call) => call(clock.timeout()),
    pace: new ReadPace(costPerMinute, clock),
    clock,
    log,
    onStored: (_, fills) => void counted.push(...fills),
    onUnfollowed: (id) => void unfollowed.push(id),
    onIdle: () => (isIdle = true),
  });
  return {
    clock,
    venue,
    updates,
    counted,
    unfollowed,
    follower,
    start: () => void follower.run(ended.signal),
    /** Lets time pass until a moment. */
    until: (ms: number) => {
      void clock.wait(ms - clock.nowMs());
      return clock.runUntil(() => clock.nowMs() >= ms);
    },
    isIdle: () => isIdle,
    last: () => updates.at(-1),
  };
}

test("an order that rests is read by its id at once, and then with all others, as often as the venue allows", async () => {
  const { venue, follower, start, until } = follow();
  venue.orders.set("a", execution("a"));
  follower.followNew(order("a"));
  start();
  await until(3 * READ_EVERY_MS + 1);
  expect(venue.reads).toEqual(["0 a", "3000 working", "6000 working", "9000 working"]);
});

test("absence from the list of working orders proves nothing: the order is read by its id", async () => {
  const { venue, follower, start, until, last } = follow();
  venue.orders.set("a", execution("a"));
  venue.unlisted.add("a");
  follower.followNew(order("a"));
  start();
  await until(READ_EVERY_MS + 1);
  expect(venue.reads).toEqual(["0 a", "3000 working", "3000 a"]);
  expect(last()?.known.state).toBe("working");
});

test("an order that is filled at once costs one read, and its account is let go a minute later", async () => {
  const { venue, follower, start, until, updates, counted, isIdle } = follow();
  venue.orders.set("a", execution("a", FILLED));
  follower.followNew(order("a"));
  start();
  await until(59_000);
  expect(isIdle()).toBe(false);
  await until(61_000);
  expect(isIdle()).toBe(true);
  expect(venue.reads).toEqual(["0 a"]);
  expect(updates).toMatchObject([{ isFollowed: false, known: { state: "filled", averagePrice: "270" } }]);
  expect(counted.map(({ tradeId }) => tradeId)).toEqual(["1"]);
});

test("a cancelled order is read once more after ten seconds, because venues report fills late", async () => {
  const { venue, follower, start, until, last } = follow();
  venue.orders.set("a", execution("a", { state: "cancelled" }));
  follower.followNew(order("a"));
  start();
  await until(5_000);
  expect(last()).toMatchObject({ isFollowed: true, known: { state: "cancelled" } });
  venue.orders.set("a", execution("a", { state: "cancelled", filledQuantity: "10", fills: [fill("1", "10")] }));
  await until(11_000);
  expect(venue.reads).toEqual(["0 a", "10000 a"]);
  expect(last()).toMatchObject({ isFollowed: false, known: { state: "filled", filledQuantity: "10" } });
});

test("the fee of an order is read again after its last fill: what was said before covers only the fills until then", async () => {
  const { venue, follower, start, until, last } = follow({ hasStream: true });
  const unpriced = (tradeId: string, quantity: string) => ({ ...fill(tradeId, quantity), fee: null });
  const fee = (amount: string) => ({ amount, currency: "RUB" });
  const partly = { state: "partiallyFilled", filledQuantity: "4", fills: [unpriced("1", "4")] } as const;
  const filled = { state: "filled", filledQuantity: "10", fills: [unpriced("1", "4"), unpriced("2", "6")] } as const;
  venue.orders.set("a", execution("a", { ...partly, fee: fee("1.5") }));
  follower.followNew(order("a"));
  start();
  await until(10);
  venue.stream?.onState({ kind: "live" });
  await until(100);
  venue.orders.set("a", execution("a", { ...filled, fee: fee("4.5") }));
  venue.stream?.onEvent({ kind: "execution", execution: execution("a", filled) });
  await until(200);
  expect(last()).toMatchObject({ isFollowed: true, known: { state: "filled", fee: { amount: "1.5" } } });
  await until(11_000);
  expect(last()).toMatchObject({ isFollowed: false, known: { state: "filled", fee: { amount: "4.5" } } });
});

test("a live stream brings the fills at once, and what it loses is found by the next read", async () => {
  const { venue, follower, start, until, last } = follow({ hasStream: true });
  venue.orders.set("a", execution("a"));
  venue.orders.set("b", execution("b"));
  follower.followNew(order("a"));
  follower.followNew(order("b"));
  start();
  await until(10);
  venue.stream?.onState({ kind: "live" });
  await until(1_000);
  venue.stream?.onEvent({ kind: "execution", execution: execution("a", FILLED) });
  await until(1_001);
  expect(last()).toMatchObject({ order: { id: "a" }, isFollowed: false, known: { state: "filled" } });
  venue.orders.set("b", execution("b", FILLED));
  await until(3_011);
  expect(venue.reads).toEqual(["0 a", "0 b", "10 working", "3010 working", "3010 b"]);
  expect(last()).toMatchObject({ order: { id: "b" }, isFollowed: false, known: { state: "filled" } });
});

test("an event of money or a position that no execution explains has the orders read within a second", async () => {
  const { venue, follower, start, until, last } = follow({ hasStream: true, readEveryMs: 60_000 });
  venue.orders.set("a", execution("a"));
  follower.followNew(order("a"));
  start();
  await until(10);
  venue.stream?.onState({ kind: "live" });
  await until(5_000);
  venue.stream?.onEvent({ kind: "holdings" });
  venue.stream?.onEvent({ kind: "execution", execution: execution("a", { state: "partiallyFilled" }) });
  await until(10_000);
  expect(venue.reads).toEqual(["0 a", "10 working"]);
  venue.orders.set("a", execution("a", FILLED));
  venue.stream?.onEvent({ kind: "holdings" });
  venue.stream?.onEvent({ kind: "foreign", symbol: "SBER" });
  await until(11_001);
  expect(venue.reads).toEqual(["0 a", "10 working", "11000 working", "11000 a"]);
  expect(last()).toMatchObject({ isFollowed: false, known: { state: "filled" } });
});

test("an event of an order that isn't followed is passed on: its outcome may be unknown", async () => {
  const { venue, start, until, unfollowed } = follow({ hasStream: true });
  start();
  await until(10);
  venue.stream?.onState({ kind: "live" });
  venue.stream?.onEvent({ kind: "execution", execution: execution("a") });
  expect(unfollowed).toEqual(["a"]);
});

test("a read that hangs delays neither the stream's events nor other reads", async () => {
  const { venue, follower, start, until, updates } = follow({ hasStream: true });
  for (const id of ["a", "b", "working"]) venue.hanging.add(id);
  follower.followNew(order("a"));
  follower.followNew(order("b"));
  start();
  await until(10);
  venue.stream?.onState({ kind: "live" });
  venue.stream?.onEvent({ kind: "execution", execution: execution("a", FILLED) });
  venue.orders.set("c", execution("c", FILLED));
  follower.followNew(order("c"));
  await until(5_000);
  expect(venue.reads).toEqual(["0 a", "0 b", "10 working", "1010 c"]);
  expect(updates.map(({ order: { id }, known: { state } }) => [id, state])).toEqual([
    ["a", "filled"],
    ["c", "filled"],
  ]);
});

test("while the stream is down the account is read often, and once it is back what was missed is read at once", async () => {
  const { venue, follower, start, until } = follow({ hasStream: true });
  venue.orders.set("a", execution("a"));
  follower.followNew(order("a"));
  start();
  await until(10);
  venue.stream?.onState({ kind: "live" });
  await until(1_000);
  venue.stream?.onState({ kind: "down", cause: "cut" });
  await until(5_000);
  venue.stream?.onState({ kind: "live" });
  await until(30_000);
  expect(venue.reads.slice(0, 5)).toEqual(["0 a", "10 working", "3010 working", "5000 working", "8000 working"]);
});

test("an event that is faster than the venue's answer to the order isn't lost", async () => {
  const { venue, follower, start, until, last } = follow({ hasStream: true });
  start();
  await until(10);
  venue.stream?.onState({ kind: "live" });
  venue.stream?.onEvent({ kind: "execution", execution: execution("a", FILLED) });
  follower.followNew(order("a"));
  await until(5_000);
  expect(venue.reads).toEqual([]);
  expect(last()).toMatchObject({ known: { state: "filled" } });
});

test("fills that an event names no trades for are read by the order's id", async () => {
  const { venue, follower, start, until, counted } = follow({ hasStream: true });
  venue.orders.set("a", execution("a"));
  follower.followNew(order("a"));
  start();
  await until(10);
  venue.stream?.onState({ kind: "live" });
  await until(100);
  venue.orders.set("a", execution("a", FILLED));
  venue.stream?.onEvent({ kind: "execution", execution: execution("a", { ...FILLED, fills: [] }) });
  await until(2_000);
  expect(counted).toHaveLength(1);
});

test("a key that may not read is told on its orders, and not tried again before it changes", async () => {
  const { venue, follower, start, until, last } = follow();
  venue.orders.set("a", execution("a"));
  venue.refusal = "NO_RIGHT_TO_READ";
  follower.followNew(order("a"));
  start();
  await until(200_000);
  expect(venue.reads).toEqual(["0 a"]);
  expect(last()).toMatchObject({ isFollowed: true, known: { state: "working", reason: "NO_RIGHT_TO_READ" } });
  venue.refusal = undefined;
  follower.keyChanged();
  follower.readSoon();
  await until(200_001);
  expect(last()).toMatchObject({ known: { state: "working", reason: null } });
});

test("a change of the account leaves the stream alone unless the key is another one: what happens meanwhile is heard", async () => {
  let key = KEY;
  const { venue, follower, start, until, last } = follow({ hasStream: true, findKey: async () => ({ ...key }) });
  venue.orders.set("a", execution("a"));
  follower.followNew(order("a"));
  start();
  await until(10);
  const first = venue.stream;
  first?.onState({ kind: "live" });
  await until(20);
  const readsBefore = [...venue.reads];
  follower.keyChanged();
  await until(30);
  expect(venue.stream).toBe(first);
  expect(venue.reads).toEqual(readsBefore);
  first?.onEvent({ kind: "execution", execution: execution("a", { state: "cancelled" }) });
  await until(31);
  expect(last()).toMatchObject({ known: { state: "cancelled" } });
  key = { ...KEY, secretKey: "another token" };
  follower.keyChanged();
  await until(40);
  expect(venue.stream).not.toBe(first);
});

test("what couldn't be stored is stored when the storage is back, each fill once", async () => {
  let fails = 3;
  const store = async () => {
    fails -= 1;
    if (fails >= 0) throw new Error("no storage");
    return true;
  };
  const { venue, follower, start, until, updates, counted } = follow({ store, log: silentLog });
  venue.orders.set("a", execution("a", FILLED));
  follower.followNew(order("a"));
  start();
  await until(10_000);
  expect(updates).toMatchObject([{ fills: [{ tradeId: "1" }], isFollowed: false }]);
  expect(counted).toHaveLength(1);
});

test("an order whose row is gone is no longer followed: its user was erased", async () => {
  const { venue, follower, start, until } = follow({ store: async () => false });
  venue.orders.set("a", execution("a"));
  follower.followNew(order("a"));
  start();
  await until(30_000);
  expect(venue.reads).toEqual(["0 a"]);
});

test("after a takeover what worked is read again, also an order whose end had not been confirmed", async () => {
  const { venue, follower, start, until, last } = follow();
  venue.orders.set("a", execution("a", FILLED));
  const ended = order("b", { ...JUST_ACCEPTED, state: "cancelled" });
  venue.orders.set("b", execution("b", { state: "cancelled" }));
  follower.followAgain(order("a"), 500);
  follower.followAgain(ended, 500);
  start();
  await until(600);
  expect(venue.reads.toSorted()).toEqual(["500 a", "500 b", "500 working"]);
  expect(follower.size).toBe(0);
  expect(last()?.isFollowed).toBe(false);
});

test("an order that its venue denies says so after half a minute, and has expired after an hour", async () => {
  const { follower, start, until, updates, last } = follow();
  follower.followNew(order("a"));
  start();
  await until(29_000);
  expect(updates).toEqual([]);
  await until(100_000);
  expect(last()).toMatchObject({ isFollowed: true, known: { state: "working", reason: "ORDER_NOT_FOUND" } });
  expect(updates).toHaveLength(1);
  await until(3_700_000);
  expect(updates).toHaveLength(2);
  expect(last()).toMatchObject({ isFollowed: false, known: { state: "expired", reason: "ORDER_NOT_FOUND" } });
});

test("an order that its venue knows again works as before", async () => {
  const { venue, follower, start, until, last } = follow();
  follower.followNew(order("a"));
  start();
  await until(100_000);
  venue.orders.set("a", execution("a"));
  await until(200_000);
  expect(last()).toMatchObject({ isFollowed: true, known: { state: "working", reason: null } });
});

// @covers P12
test("an order that its venue denied for a while is read with the others again, once the venue knows it", async () => {
  const { venue, follower, start, until, last } = follow();
  follower.followNew(order("a"));
  start();
  await until(20_000);
  venue.orders.set("a", execution("a"));
  await until(60_000);
  venue.orders.set("a", execution("a", FILLED));
  await until(60_000 + 2 * READ_EVERY_MS);
  expect(last()?.known.state).toBe("filled");
});

// @covers P12
test.each([
  { what: "whose venue denied it", before: undefined },
  { what: "whose fills weren't all listed", before: execution("a", { ...FILLED, fills: [] }) },
])(
  "an order $what is read at once when somebody waits for it, however long its reads have been unclear",
  async ({ before }) => {
    const { venue, follower, start, until, counted, last } = follow();
    if (before) venue.orders.set("a", before);
    follower.followNew(order("a"));
    start();
    await until(25_000);
    venue.orders.set("a", execution("a", FILLED));
    follower.readSoon();
    await until(25_100);
    expect(last()).toMatchObject({ known: { state: "filled" } });
    expect(counted).toHaveLength(1);
  },
);
