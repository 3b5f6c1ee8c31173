/** Nodes that leave by one address, at simulators that count its requests. */
import type { VenueName } from "@chartrelay/contract";
import { sandboxCredential, type Exchange } from "@chartrelay/sandbox";
import type { Credentials } from "@chartrelay/venues";
import { beforeEach, expect, test } from "vitest";
import { openCluster } from "../test/cluster.ts";
import type { TestServer } from "../test/server.ts";
import { failingLog } from "../test/retry-log.ts";
import { createEgressBudgets } from "./egress-budgets.ts";
import { createBus } from "./platform/pubsub.ts";

/** Weight a minute at Binance spot; a look-up weighs 4. */
const LIMIT = 400;
const LOOK_UP = 4;
/** Up to this share of the weight, look-ups are sent. */
const LOOK_UPS_SHARE = 0.95;
/** Nodes set weight aside in portions of two percent of the limit. */
const LOOK_UPS_IN_A_PORTION = (LIMIT * 0.02) / LOOK_UP;
/** What T-Invest advises. */
const PER_SECOND = 50;

const exchanges: Exchange[] = [];
const { storage, sandbox, ...cluster } = await openCluster({
  onExchange: (exchange) => exchanges.push(exchange),
  binanceSpot: {
    rateLimits: [{ rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: LIMIT }],
  },
});

beforeEach(() => {
  sandbox.reset();
  exchanges.length = 0;
});

/** Starts a node; those with the same group leave by one address. */
async function startNode(group: string): Promise<TestServer> {
  const node = await cluster.startNode({ settings: { EGRESS_GROUP: group } });
  // From then on it knows the limit.
  await node.app.http.venues.BINANCE_SPOT.instrument("BTCUSDT", keyAt("BINANCE_SPOT"), AbortSignal.timeout(20_000));
  return node;
}

function keyAt(venue: VenueName): Credentials {
  const { account, secret } = sandboxCredential("pro", "demo", venue);
  return { apiKey: account, secretKey: secret, isDemo: true };
}

/** Looks up an order that doesn't exist. Returns whether the venue was asked. */
async function lookUp(node: TestServer, venue: VenueName, ticker: string): Promise<boolean> {
  const message = { account: "account", ticker, direction: "BUY", type: "MARKET", contracts: "1" } as const;
  const order = { clientOrderId: crypto.randomUUID(), allowMargin: false, message };
  const found = await node.app.http.venues[venue].find(order, keyAt(venue), AbortSignal.timeout(20_000));
  return found.kind === "absent";
}

const lookUpAtBinance = (node: TestServer) => lookUp(node, "BINANCE_SPOT", "BTCUSDT");
const lookUpAtTInvest = (node: TestServer) => lookUp(node, "TINKOFF", "SBER");

/** Looks up as many orders at once at each node, and returns how many the venue was asked about, by node. */
async function flood(nodes: readonly TestServer[], times: number, ask = lookUpAtBinance): Promise<number[]> {
  const asked = nodes.map((node) => Promise.all(Array.from({ length: times }, () => ask(node))));
  return (await Promise.all(asked)).map((answers) => answers.filter(Boolean).length);
}

const statuses = () => new Set(exchanges.map(({ status }) => status));
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count);

test("two nodes behind one address together keep Binance's limit, and use what it allows", async () => {
  const nodes = [await startNode("flood"), await startNode("flood")];
  const asked = await flood(nodes, LIMIT / LOOK_UP);
  // The rest is what the nodes asked for first: the time and the symbols.
  // A 429 is a warning, and the next request would ban the address.
  expect(statuses()).not.toContain(429);
  expect(sum(asked) * LOOK_UP).toBeGreaterThan(LIMIT * LOOK_UPS_SHARE * 0.7);
});

// In a race, the processors decide which node asks more often; here the nodes take turns.
test("nodes with the same need get the same part of Binance's limit", async () => {
  const nodes = [await startNode("parts"), await startNode("parts")];
  const parts = [0, 0];
  for (let asked = [1, 1]; sum(asked) > 0;) {
    asked = await flood(nodes, LOOK_UPS_IN_A_PORTION);
    asked.forEach((count, node) => (parts[node] = (parts[node] ?? 0) + count));
  }
  const [least = 0, most = 0] = parts.toSorted((one, other) => one - other);
  expect(sum(parts) * LOOK_UP).toBeGreaterThan(LIMIT * LOOK_UPS_SHARE * 0.7);
  expect(most - least).toBeLessThanOrEqual(LOOK_UPS_IN_A_PORTION);
});

test("what a node used before it died counts for the others, and a new one has its part at once", async () => {
  const dying = await startNode("death");
  const [before = 0] = await flood([dying], 40);
  expect(before).toBe(40);
  await dying.app.http.close();
  const nodes = [await startNode("death"), await startNode("death")];
  const after = await flood(nodes, LIMIT / LOOK_UP);
  expect(statuses()).not.toContain(429);
  expect(sum([before, ...after]) * LOOK_UP).toBeGreaterThan(LIMIT * LOOK_UPS_SHARE * 0.7);
});

test("once Binance has refused the address, no node behind it asks again until it may", async () => {
  const [one, other] = [await startNode("refused"), await startNode("refused")];
  expect(await flood([one, other], 1)).toEqual([1, 1]);
  sandbox.faults.set({ kind: "429", operation: "find", venue: "BINANCE_SPOT", retryAfterS: 60, times: 1 });
  expect(await lookUpAtBinance(one)).toBe(false);
  await expect.poll(() => lookUpAtBinance(other)).toBe(false);
  const count = exchanges.length;
  expect(await flood([one, other], 5)).toEqual([0, 0]);
  expect(exchanges).toHaveLength(count);
});

// When requests arrive depends on how busy the machine is: when they were told to start doesn't.
test("two nodes behind one address together start no more requests a second than T-Invest advises", async () => {
  const nodes = [await startNode("pace"), await startNode("pace")];
  expect(await flood(nodes, 45, lookUpAtTInvest)).toEqual([45, 45]);
  const [row] = await storage.database.query<{ starts: number[] }>(
    "select starts from egress_starts where budget like 'pace %'",
  );
  const { starts = [] } = row ?? {};
  expect(starts).toHaveLength(PER_SECOND);
  // The 50 latest of 90 requests: the first of them and the next one after the last can't be within one second.
  expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(1_000_000);
});

test("a request that finds the second used up waits for the next one, whichever node used it up", async () => {
  const budgets = ["one", "other"].map((_, index) =>
    createEgressBudgets({
      group: "seconds",
      db: storage.database,
      bus: createBus(),
      node: () => index,
      log: failingLog,
    }),
  );
  const waits = (await Promise.all(budgets.map((each) => each.reserve("venue", 45, PER_SECOND)))).flat();
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(PER_SECOND);
  expect(Math.min(...waits.filter((waitMs) => waitMs > 0))).toBeGreaterThan(500);
});
