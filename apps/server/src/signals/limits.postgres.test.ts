/** The limits on an account and a chat whose alerts reach several nodes. */
import { beforeAll, expect, test, vi } from "vitest";
import { linkChat, type ChatTrader } from "../../test/chat.ts";
import { openCluster } from "../../test/cluster.ts";
import type { TestServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";

const LIMIT = 20;
const cluster = await openCluster();
const startNode = () => cluster.startNode({ settings: { ALERTS_PER_MINUTE: String(LIMIT) } });
const nodes = [await startNode(), await startNode(), await startNode()] as const;
const [first, second] = nodes;

const inTurn = (index: number) => nodes[(index % 3) as 0 | 1 | 2];

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

/** Posts more alerts than the limit for a new account, and returns how many were accepted. */
async function takenOf(to: (index: number) => TestServer): Promise<number> {
  const statuses = await fire(await linkTrader(first), LIMIT + 4, to);
  return statuses.filter((status) => status !== 429).length;
}

/** Posts a text to the chat of `to`, in the name of one of the traders in turn, to each node in turn. */
async function tellInTurn(traders: readonly ChatTrader[], to: ChatTrader, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const { account } = traders[index % traders.length] ?? to;
    const answer = await inTurn(index)
      .api()
      .post(`/alerts?account=${account}&chat_id=${to.chatId}`, `text ${index}`, { "content-type": "text/plain" });
    statuses.push(answer.status);
  }
  return statuses;
}

// The nodes look for each other twice a second; until then, each counts only its own alerts.
beforeAll(() => vi.waitUntil(async () => (await takenOf(inTurn)) === LIMIT, { timeout: 20_000 }));

test.each([
  ["in turn", inTurn],
  ["first the one, then the other", (index: number) => (index < 15 ? first : second)],
  ["all at one of them", () => second],
])("all nodes together accept an account's limit of alerts per minute: %s", async (_, to) => {
  expect(await takenOf(to)).toBe(LIMIT);
});

test("an account's limit holds at every node while eleven more of its user's accounts reach theirs", async () => {
  const trader = await linkTrader(first);
  expect(await fire(trader, LIMIT, inTurn)).toEqual(Array<number>(LIMIT).fill(200));
  for (let others = 0; others < 11; others += 1)
    await fire(await linkTrader(first, { user: trader.user }), LIMIT, inTurn);
  expect(await fire(trader, 3, inTurn)).toEqual([429, 429, 429]);
});

test("all nodes together accept a chat's limit of alerts per minute, whichever accounts send to it", async () => {
  const traders = [await linkChat(first), await linkChat(first)] as const;
  const statuses = await tellInTurn(traders, traders[0], LIMIT + 4);
  expect(statuses).toEqual([...Array<number>(LIMIT).fill(200), ...Array<number>(4).fill(429)]);
  const refused = (await Promise.all(traders.map((trader) => trader.alerts())))
    .flat()
    .filter(({ reason }) => reason === "TOO_MANY_ALERTS");
  expect(refused).toHaveLength(1);
});

test("one refusal over the limit is stored a minute, however many nodes refuse", async () => {
  const trader = await linkTrader(first);
  await fire(trader, LIMIT + 9, inTurn);
  await expect.poll(async () => (await trader.orders()).length).toBeGreaterThan(LIMIT);
  expect((await trader.orders()).filter(({ reason }) => reason === "TOO_MANY_ALERTS")).toHaveLength(1);
});

test("one refusal of a used key is stored a minute, however many nodes refuse", async () => {
  const trader = await linkTrader(first);
  for (let contracts = 1; contracts <= 6; contracts += 1)
    await inTurn(contracts)
      .api()
      .post("/orders", trader.message({ id: "Long", contracts }));
  const orders = await trader.ended(2);
  expect(orders.filter(({ reason }) => reason === "IDEMPOTENCY_KEY_REUSED")).toHaveLength(1);
  expect(orders).toHaveLength(2);
});

test("the chat is warned once about an alert that TradingView will soon stop, whichever nodes its triggers reach", async () => {
  const trader = await linkChat(first);
  const warnings = () => trader.shown().filter((text) => text.includes("fifteenth"));
  expect(await fire(trader, 12, inTurn)).toEqual(Array<number>(12).fill(200));
  await expect.poll(warnings).toHaveLength(1);
  await fire(trader, 3, inTurn);
  await trader.ended(15);
  // The messages about the orders come in between: once they are all there, a second warning would be, too.
  await expect.poll(() => trader.shown().length).toBeGreaterThan(1);
  expect(warnings()).toHaveLength(1);
});
