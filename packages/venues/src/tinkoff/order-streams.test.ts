import { expect, test } from "vitest";
import { executionsOf, follow, inMarket, live, placed } from "./executions.fixture.ts";
import { atTheSandbox, keyOf, limitOf, TRADER, soon } from "./sandbox.fixture.ts";

const QUICK = { gatherMs: 1, retryMs: 1 };
/** A second account that the first one's token opens. */
const SECOND = { ...TRADER, apiKey: "2000039099" };

function registered(account: string, more: object = {}) {
  return { venue: "TINKOFF", environment: "live", account, secret: TRADER.secretKey, ...more } as const;
}

// @covers V43
test("pitfall 43: accounts of one token share a stream, and each hears its own orders", async () => {
  const at = await atTheSandbox();
  at.sandbox.register(registered(SECOND.apiKey));
  const [first, second] = await Promise.all([live(follow(at)), live(follow(at, SECOND))]);
  expect(at.sandbox.calls.count({ operation: "stream" })).toBe(1);
  const order = await placed(at, limitOf(), SECOND);
  await soon(() => expect(second.known(order)?.state).toBe("working"));
  expect(first.events).toEqual([]);
});

test("an account that joins gets a new stream, and the others' stays until it stands", async () => {
  const at = await atTheSandbox({ stream: QUICK });
  at.sandbox.register(registered(SECOND.apiKey));
  const first = await live(follow(at));
  const second = await live(follow(at, SECOND));
  expect(first.states).toEqual(["down", "live"]);
  expect(at.sandbox.calls.count({ operation: "stream" })).toBe(2);
  second.leave();
  await soon(() => expect(at.sandbox.calls.count({ operation: "stream" })).toBe(3));
  const order = await placed(at, limitOf());
  await soon(() => expect(first.known(order)?.state).toBe("working"));
  expect(first.states).toEqual(["down", "live"]);
});

// @covers V43
test("pitfall 43: after one stream too many, none is opened for two minutes", async () => {
  const at = await atTheSandbox({ stream: { ...QUICK, tooManyMs: 60_000 } });
  at.sandbox.register(registered(TRADER.apiKey, { orderStreams: 0 }));
  const follower = follow(at);
  await soon(() => expect(follower.states).toEqual(["down", "down"]));
  const other = follow(at);
  await soon(() => expect(other.states).toEqual(["down"]));
  expect(at.sandbox.calls.count({ operation: "stream" })).toBe(1);
});

// @covers V43
test("pitfall 43: a stream that was closed takes its place until T-Invest counts anew", async () => {
  const at = await atTheSandbox({ stream: { ...QUICK, tooManyMs: 5 } });
  at.sandbox.register(registered(TRADER.apiKey, { orderStreams: 1 }));
  const follower = await live(follow(at));
  at.sandbox.faults.set({ kind: "stream-cut", times: 1 });
  const order = await placed(at, limitOf());
  await soon(() => expect(at.sandbox.calls.count({ operation: "stream" })).toBeGreaterThan(3));
  expect(follower.states.at(-1)).toBe("down");
  at.clock.nowMs += 120_000;
  await live(follower);
  expect(inMarket(at, order).state).toBe("working");
});

// @covers V47
test("pitfall 47: the sandbox has no stream of order states, so only reading is left", async () => {
  const at = await atTheSandbox();
  const follower = follow(at, keyOf("pro", "demo"));
  await soon(() => expect(follower.states).toEqual(["down", "over"]));
});

test("a token that is refused ends its stream for good", async () => {
  const at = await atTheSandbox({ stream: QUICK });
  const follower = follow(at, keyOf("expired"));
  await soon(() => expect(follower.states).toEqual(["down", "over"]));
});

test("an account that its token doesn't open has no stream, and doesn't end that of the token's other accounts", async () => {
  const at = await atTheSandbox({ stream: QUICK });
  const follower = await live(follow(at));
  const stranger = follow(at, { ...TRADER, apiKey: "2000039001" });
  await soon(() => expect(stranger.states).toEqual(["down", "over"]));
  const order = await placed(at, limitOf());
  await soon(() => expect(follower.known(order)?.state).toBe("working"));
  expect(follower.states).toEqual(["down", "live"]);
});

test("accounts that come together with one that the token doesn't open get a stream without it", async () => {
  const at = await atTheSandbox({ stream: QUICK });
  at.sandbox.register(registered(SECOND.apiKey), registered("2000039098", { noAccess: true }));
  const [first, second] = [follow(at), follow(at, SECOND)];
  const strangers = ["2000039001", "2000039098"].map((apiKey) => follow(at, { ...TRADER, apiKey }));
  for (const stranger of strangers) await soon(() => expect(stranger.states).toEqual(["down", "over"]));
  await Promise.all([live(first), live(second)]);
  const order = await placed(at, limitOf(), SECOND);
  await soon(() => expect(second.known(order)?.state).toBe("working"));
  expect([first.states, second.states]).toEqual([
    ["down", "live"],
    ["down", "live"],
  ]);
  expect(at.sandbox.calls.count({ operation: "stream" })).toBe(2);
});

test("while T-Invest doesn't say which account it refused, all of them are tried again", async () => {
  const at = await atTheSandbox({ stream: QUICK });
  at.sandbox.faults.set({ kind: "5xx", operation: "auth", times: 2 });
  const [good, bad] = [follow(at), follow(at, { ...TRADER, apiKey: "2000039001" })];
  await live(good);
  expect(bad.states.at(-1)).toBe("over");
});

test("what the trader does in T-Invest's app has an id of T-Invest's, and is foreign", async () => {
  const at = await atTheSandbox({ stream: QUICK });
  const follower = await live(follow(at));
  at.sandbox
    .market("TINKOFF", "live")
    .trade({ account: TRADER.apiKey, instrument: "SBER", side: "BUY", quantity: "2" });
  await soon(() => expect(follower.events).toContainEqual({ kind: "foreign", symbol: "SBER" }));
  expect(follower.events.filter(({ kind }) => kind === "execution")).toEqual([]);
});

test("a stream that is refused for now is tried again", async () => {
  const at = await atTheSandbox({ stream: QUICK });
  at.sandbox.faults.set({ kind: "stream-refused", times: 3 });
  const follower = await live(follow(at));
  expect(follower.states).toEqual(["down", "down", "down", "down", "live"]);
});

test("nobody hears anything after leaving, and the last one closes the stream", async () => {
  const at = await atTheSandbox({ stream: QUICK });
  const follower = await live(follow(at));
  follower.leave();
  await placed(at, limitOf());
  const over = new AbortController();
  over.abort();
  const nobody = () => expect.unreachable();
  executionsOf(at.tinkoff).events(TRADER, { onEvent: nobody, onState: nobody }, over.signal);
  const again = await live(follow(at));
  expect(at.sandbox.calls.count({ operation: "stream" })).toBe(2);
  const order = await placed(at, limitOf());
  await soon(() => expect(again.known(order)?.state).toBe("working"));
  expect(follower.events).toEqual([]);
});
