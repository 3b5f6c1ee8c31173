import { constants } from "node:os";
import { parseOrderMessage, type ReplayReport, replayReport } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { createStrategist, type Strategist, type StrategistOptions } from "../../test/strategist.ts";
import { exported, fired } from "./fired-log.fixture.ts";

// The tests of other workers would leave nothing to a thread of the lowest priority.
const server = await startServer({ parts: { replayPriority: constants.priority.PRIORITY_NORMAL } });
const { database } = server.parts;

async function replayed({ user, strategy }: Strategist, log: string): Promise<ReplayReport> {
  const { status, body, text } = await user.api.post(`/strategies/${strategy}/replay`, { log });
  expect(status, text.slice(0, 500)).toBe(200);
  return replayReport.parse(body);
}

/** Returns what is stored that a live alert would change, and how often a simulated party was called. */
async function lifeOf({ members, strategyId }: Strategist) {
  const tables = [
    "signals",
    "orders",
    "fills",
    "position_chains",
    "strategy_positions",
    "strategy_days",
    "strategy_log",
    "messages",
  ];
  const counts = await Promise.all(
    tables.map(async (table) => (await database.query(`select count(*)::int as n from ${table}`))[0]),
  );
  const [{ state } = {}] = await database.query<{ state: string }>("select state from strategies where id = $1", [
    strategyId,
  ]);
  const { sandbox } = server;
  return {
    counts,
    state,
    executed: members.map((member) => member.executed().length),
    // The bot asks Telegram for what people write, whatever happens here.
    calls: sandbox.calls.list().filter(({ operation }) => operation !== "updates"),
    sent: sandbox.ledger.entries().length,
  };
}

const strategist = (options: StrategistOptions) => createStrategist(server, { mode: "target", ...options });

/** A walk over positions of 1,000 alerts that ends at 7. */
const THOUSAND = [...Array.from({ length: 1_000 }, (_, index) => [0, 5, 10, 3, -4, -8, 2][index % 7] ?? 0), 7];

test(
  "a log of 1,000 alerts ends in the positions that the log itself says, and touches nothing live",
  { timeout: 90_000 },
  async () => {
    const trader = await strategist({ venues: ["ALOR_BROKER", "TINKOFF", "BINANCE_FUTURES"] });
    const before = await lifeOf(trader);
    // They name the strategy: posted to the webhook, they would be traded.
    const alerts = fired(THOUSAND, { strategy: trader.strategy });
    const report = await replayed(trader, exported(alerts));
    expect(report.alerts).toBe(1_000);
    const [alor, tinkoff] = trader.members.map(({ account }) => account);
    expect(report.positions).toEqual(
      expect.arrayContaining(
        [alor, tinkoff].map((accountId) => ({
          accountId,
          ticker: "SBER",
          contract: "SBER",
          quantity: "7",
          target: "7",
          tradingView: "7",
          isEqual: true,
        })),
      ),
    );
    // There is no SBER at Binance: each of its orders is refused by name, and a reversal isn't opened after its closing failed.
    const refused = report.rows.flatMap(({ orders }) => orders.filter(({ outcome }) => outcome === "refused"));
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(["INSTRUMENT_NOT_FOUND", "CLOSING_FAILED"]));
    expect(report.isEqual).toBe(false);
    expect(await lifeOf(trader)).toEqual(before);
  },
);

test("lost, doubled and broken alerts, and what was rounded, are all told", async () => {
  const trader = await strategist({ mode: "delta", onGap: "tell" });
  const [enter, add, cut, exit, again] = fired([0, 10, 15, 5, 0, 2.5]);
  const broken = { message: '{"ticker": "SBER", "direction": "buy"', at: "2026-11-02T09:00:00Z" };
  // `add` never came: 5 are missing before `cut`.
  const story = [enter, enter, cut, exit, broken, again].flatMap((each) => each ?? []);
  const report = await replayed(trader, exported(story));
  expect(add).toBeDefined();
  expect(report.rows.map(({ link, refusal }) => link?.verdict ?? refusal)).toEqual([
    "start",
    "duplicate",
    "gap",
    "next",
    "BAD_MESSAGE",
    "next",
  ]);
  const [, , gap] = report.rows;
  expect(gap).toMatchObject({ tradingView: "5", isDifferent: true });
  expect(gap?.link).toMatchObject({ missed: "5" });
  const rounded = report.rows.find(({ isRounded }) => isRounded);
  expect(rounded?.orders[0]).toMatchObject({ quantity: "2", position: "2", target: "2", isRounded: true });
  expect(rounded?.orders[0]?.sizing).toMatchObject({ exact: "2.5" });
  expect(report.rows.find(({ refusal }) => refusal === "BAD_MESSAGE")?.problems[0]).toBeTruthy();
  expect(report).toMatchObject({ alerts: 6, gaps: 1, duplicates: 1, unreadable: 1, rounded: 1 });
});

test("alerts that arrived swapped are put back in order; a limit order rests until a later price reaches it, and a cancelled one fills no more", async () => {
  const trader = await strategist({ mode: "delta" });
  const [enter] = fired([0, 5]);
  const together = "2026-11-02T08:30:00Z";
  const [cut, exit] = fired([5, 3, 0], { signalTime: together }).map((each) => ({ ...each, at: together }));
  const order = (fields: object, at: string) => ({ message: JSON.stringify({ ticker: "GAZP", ...fields }), at });
  const limit = { direction: "buy", type: "limit", contracts: 2, price: 150 };
  const log = [
    ...[enter, exit, cut].flatMap((each) => each ?? []),
    order({ ...limit, signalPrice: 160 }, "2026-11-02T09:00:00Z"),
    order({ ...limit, price: 140 }, "2026-11-02T09:01:00Z"),
    order({ ...limit, contracts: 1, price: 130, signalPrice: 149 }, "2026-11-02T09:02:00Z"),
    order({ action: "cancel" }, "2026-11-02T09:03:00Z"),
    order({ ...limit, contracts: 1, price: 100, signalPrice: 120 }, "2026-11-02T09:04:00Z"),
  ];
  // The messages of a trader who sends plain orders name the strategy as well.
  const named = log.map(({ message, at }) => ({
    message: JSON.stringify({ ...JSON.parse(message), strategy: trader.strategy }),
    at,
  }));
  const report = await replayed(trader, exported(named));
  expect(report.rows.map(({ entry, link }) => [entry, link?.verdict])).toEqual([
    [8, "start"],
    [6, "next"],
    [7, "swapped"],
    ...[5, 4, 3, 2, 1].map((entry) => [entry, undefined]),
  ]);
  const limits = report.rows
    .slice(3)
    .flatMap(({ orders }) => orders.map(({ outcome, quantity }) => [outcome, quantity]));
  expect(limits).toEqual([
    ["done", "2"],
    ["refused", "2"],
    ["refused", "1"],
    ["done", null],
    ["working", "1"],
  ]);
  expect(report.positions.find(({ ticker }) => ticker === "GAZP")).toMatchObject({ quantity: "2" });
});

test("a log without alerts, and one of more than 1,000, are refused with the reason on the field", async () => {
  const { user, strategy } = await strategist({});
  const post = (log: string) => user.api.post(`/strategies/${strategy}/replay`, { log });
  expect(await post(" \n ")).toMatchObject({
    status: 422,
    body: { errors: { log: expect.stringContaining("no alert") } },
  });
  const many = await post(exported(fired([...THOUSAND, 0])));
  expect(many).toMatchObject({ status: 422, body: { errors: { log: expect.stringContaining("1,000") } } });
});

test("another user's strategy isn't replayed", async () => {
  const { strategy } = await strategist({});
  const stranger = await server.signUp();
  const answer = await stranger.api.post(`/strategies/${strategy}/replay`, { log: "{}" });
  expect(answer.status).toBe(404);
});

test("the fixture's messages are what the webhook takes", () => {
  for (const { message } of fired([0, 2.5, -3])) expect(parseOrderMessage(Buffer.from(message)).problems).toEqual([]);
});
