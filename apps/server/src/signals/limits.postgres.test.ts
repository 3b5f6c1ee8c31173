/** The limits on an account whose alerts reach several nodes. */
import { startSandbox } from "@chartrelay/sandbox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { startServer, type TestServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";
import { openPostgres } from "../platform/db/postgres.ts";

const settings = { ALERTS_PER_MINUTE: "20", CREDENTIALS_KEYS: `k:${Buffer.alloc(32, 7).toString("base64")}` };
const sandbox = await startSandbox();
const storage = await openTestDatabase();
afterAll(() => sandbox.close());

async function startNode(): Promise<TestServer> {
  const url = storage.url ?? "";
  const database = await openPostgres({ url, directUrl: url, onConnectionError: () => undefined });
  return await startServer({ settings, parts: { database }, sandbox });
}

const nodes = [await startNode(), await startNode()] as const;
const [first, second] = nodes;

/** Posts `times` alerts, one after another, each to the node that `to` returns. */
async function fire(trader: Trader, times: number, to: (index: number) => TestServer): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const answer = await to(index)
      .api()
      .post("/orders", trader.message({ contracts: 0.1 }));
    statuses.push(answer.status);
  }
  return statuses;
}

const inTurn = (index: number) => nodes[(index % 2) as 0 | 1];

/** Posts more alerts than the limit for a new account, and returns how many were accepted. */
async function takenOf(to: (index: number) => TestServer): Promise<number> {
  const statuses = await fire(await linkTrader(first), 24, to);
  return statuses.filter((status) => status !== 429).length;
}

// The nodes look for each other twice a second; until then, each counts only its own alerts.
beforeAll(() => vi.waitUntil(async () => (await takenOf(inTurn)) === 20, { timeout: 20_000 }));

test.each([
  ["in turn", inTurn],
  ["first the one, then the other", (index: number) => (index < 15 ? first : second)],
  ["all at one of them", () => second],
])("all nodes together accept an account's limit of alerts per minute: %s", async (_, to) => {
  expect(await takenOf(to)).toBe(20);
});
