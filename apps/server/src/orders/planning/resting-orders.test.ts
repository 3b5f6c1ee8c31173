/** What rests at the venue when a newer position comes: it is cancelled, and only then is the position gone to. */
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { giveStrategy, type StrategyWorld } from "./strategy-world.fixture.ts";

const TIMEOUT_MS = 60_000;
const server = await startServer();
const SBER = { venue: "ALOR_BROKER", ticker: "SBER" } as const;
/** Nobody sells so low, or buys so high. */
const [LOW, HIGH] = ["290", "330"];
const target = (from: string, to: string, limitPrice: string | null = null) =>
  ({ kind: "target", from, to, limitPrice }) as const;

async function begin() {
  const trader = await linkTrader(server);
  return { trader, strategy: await giveStrategy(server, trader, SBER) };
}

/** Sends an order that rests, and waits until it does. */
async function rest(strategy: StrategyWorld, given: Parameters<StrategyWorld["signal"]>[0]): Promise<string> {
  const [id = ""] = await strategy.signal(given);
  await expect
    .poll(async () => (await strategy.order(id)).execution?.state, { timeout: 20_000, interval: 50 })
    .toBe("working");
  return id;
}

// @covers P10
test(
  "promise 10: an entry that rests when TradingView goes flat is cancelled, and nothing opens afterwards",
  async () => {
    const { strategy } = await begin();
    const entry = await rest(strategy, target("0", "10", LOW));
    expect(await strategy.trade(target("10", "0"))).toMatchObject({ status: "CREATED", reason: "NOTHING_TO_DO" });
    expect((await strategy.order(entry)).execution).toMatchObject({ state: "cancelled", filledQuantity: "0" });
  },
  TIMEOUT_MS,
);

// @covers P10
test(
  "promise 10: an entry that rests when TradingView turns round is cancelled before the other side opens",
  async () => {
    const { strategy } = await begin();
    const entry = await rest(strategy, target("0", "10", LOW));
    expect(await strategy.trade(target("10", "-4"))).toMatchObject({ direction: "SELL", quantity: "4" });
    expect((await strategy.order(entry)).execution).toMatchObject({ state: "cancelled" });
    expect(await strategy.held()).toBe("-4");
  },
  TIMEOUT_MS,
);

// @covers P10
test(
  "promise 10: an exit at the market replaces one that rests, and closes all that is held",
  async () => {
    const { strategy } = await begin();
    await strategy.trade(target("0", "5"));
    const exit = await rest(strategy, target("5", "0", HIGH));
    expect(await strategy.trade({ kind: "close" })).toMatchObject({ direction: "SELL", quantity: "5" });
    expect((await strategy.order(exit)).execution).toMatchObject({ state: "cancelled" });
    expect(await strategy.held()).toBe("0");
  },
  TIMEOUT_MS,
);

// @covers P10
test(
  "promise 10: an entry at another price replaces the one that rests",
  async () => {
    const { strategy } = await begin();
    const first = await rest(strategy, target("0", "4", LOW));
    const second = await rest(strategy, target("4", "6", "291"));
    expect((await strategy.order(first)).execution).toMatchObject({ state: "cancelled" });
    expect(await strategy.order(second)).toMatchObject({ direction: "BUY", quantity: "6" });
  },
  TIMEOUT_MS,
);

// @covers P10
test(
  "promise 10: an exit at the market that hasn't been sent isn't replaced by an order that only rests",
  async () => {
    const { strategy } = await begin();
    await strategy.trade(target("0", "5"));
    const [exit = ""] = await strategy.store(target("5", "0"));
    const entry = await rest(strategy, target("0", "-4", HIGH));
    expect(await strategy.settled(exit)).toMatchObject({ reason: null, direction: "SELL", quantity: "5" });
    expect(await strategy.order(entry)).toMatchObject({ direction: "SELL", quantity: "4" });
    expect(await strategy.held()).toBe("0");
  },
  TIMEOUT_MS,
);
