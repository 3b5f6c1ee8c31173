/** What tests of the kill switch share: positions and working orders at the four venues, pulls, and what is left. */
import { type Stop, type StopPayload, type VenueName } from "@chartrelay/contract";
import { expect } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { eventually } from "../../../../scripts/eventually.ts";
import type { Api } from "../../test/api.ts";
import type { TestServer } from "../../test/server.ts";
import type { Trader } from "../../test/trader.ts";

/** Market orders that open positions, and limit orders that rest below the market, by venue. */
const TICKERS: Readonly<Record<VenueName, readonly (readonly [ticker: string, contracts: string])[]>> = {
  ALOR_BROKER: [
    ["SBER", "20"],
    ["GAZP", "20"],
  ],
  TINKOFF: [
    ["SBER", "20"],
    ["GAZP", "20"],
  ],
  BINANCE_SPOT: [["BTCUSDT", "0.002"]],
  BINANCE_FUTURES: [["BTCUSDT.P", "0.002"]],
};
const RESTING: Readonly<Record<VenueName, Record<string, unknown>>> = {
  ALOR_BROKER: { ticker: "SBER", type: "limit", contracts: 10, price: "270.05" },
  TINKOFF: { ticker: "SBER", type: "limit", contracts: 10, price: "270.05" },
  BINANCE_SPOT: { ticker: "BTCUSDT", type: "limit", contracts: "0.001", price: "101000" },
  BINANCE_FUTURES: { ticker: "BTCUSDT.P", type: "limit", contracts: "0.003", price: "101000" },
};

/** Where a trader's account trades. */
export interface At {
  readonly trader: Trader;
  readonly venue: VenueName;
}

/** Opens a position in each of the venue's tickers and leaves a limit order working. Returns how many orders that is. */
export async function trade({ trader, venue }: At): Promise<number> {
  for (const [ticker, contracts] of TICKERS[venue]) {
    expect(await trader.alert(trader.message({ ticker, contracts }))).toMatchObject({ status: 200 });
  }
  expect((await trader.alert(trader.message({ price: undefined, ...RESTING[venue] }))).status).toBe(200);
  return TICKERS[venue].length + 1;
}

/** Waits until what {@link trade} has ordered is known: positions held, and one order working. */
export async function expectTraded(server: TestServer, { trader, venue }: At): Promise<void> {
  const wanted = TICKERS[venue].length;
  await eventually(
    async () => {
      const states = (await trader.orders()).map(({ execution }) => execution?.state);
      expect(states.filter((state) => state === "filled")).toHaveLength(wanted);
      expect(states.filter((state) => state === "working")).toHaveLength(1);
      expect(heldAt(server, { trader, venue })).toHaveLength(wanted);
    },
    { timeout: 30_000, interval: 250 },
  );
}

/** The smallest amount of a coin that can be sold. */
export const COIN_STEP = 0.00001;

/** Returns what the simulated venue says is held, in the units of messages, except for less than can be sold. */
export function heldAt({ sandbox }: TestServer, { trader, venue }: At): { instrument: string; quantity: number }[] {
  return sandbox
    .market(venue, "demo")
    .positions(trader.portfolio)
    .map(({ instrument, quantity }) => ({ instrument, quantity: Number(quantity) }))
    .filter(({ quantity }) => Math.abs(quantity) > (venue === "BINANCE_SPOT" ? COIN_STEP : 0))
    .toSorted((one, other) => (one.instrument < other.instrument ? -1 : 1));
}

/** Returns the ids of our orders that work at the simulated venue. */
export function workingAt({ sandbox }: TestServer, { trader, venue }: At): (string | null)[] {
  return sandbox
    .market(venue, "demo")
    .ordersOf(trader.portfolio)
    .filter(({ state }) => state === "working")
    .map(({ clientOrderId }) => clientOrderId);
}

/** Pulls the kill switch by the API. */
export async function pull(api: Api, payload: StopPayload): Promise<Stop> {
  const { status, body } = await api.post("/stops", payload);
  expect([status, body.level ?? body]).toEqual([200, payload.level]);
  return body as Stop;
}

/** Returns a stop as its user sees it. */
export async function stopOf(api: Api, id: string): Promise<Stop> {
  const { body } = await api.get("/stops/me/list");
  const found = (body as Stop[]).find((each) => each.id === id);
  if (!found) throw new Error("no such stop");
  return found;
}

/** Waits until a stop is proven, and returns it. The limit is real time. */
export async function proven(api: Api, id: string, timeout = 60_000): Promise<Stop> {
  return await eventually(
    async () => {
      const stop = await stopOf(api, id);
      expect(stop).toMatchObject({ state: "proven" });
      return stop;
    },
    { timeout, interval: 250 },
  );
}

/** Makes strategies of a trader's account, and returns their ids: as messages name them, and their own. */
export async function makeStrategies({ user, account }: Trader, server: TestServer, ...names: readonly string[]) {
  const members = [{ accountId: account, sizing: { kind: "multiplier", value: "1" } }];
  const entries = names.map((name) => ({ name, mode: "delta", start: "now", members }));
  const { status, body } = await user.api.post("/strategies/me/list", entries);
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  const rows = await server.parts.database.query<{ id: string; name: string }>(
    "select id, name from strategies where user_id = $1",
    [user.id],
  );
  const made = names.map((name) => ({
    id: (body as { id: string; name: string }[]).find((each) => each.name === name)?.id ?? "",
    ownId: rows.find((each) => each.name === name)?.id ?? "",
  }));
  return made as [Made, Made];
}

interface Made {
  readonly id: string;
  readonly ownId: string;
}

/** Has a strategy trade in its account, by a signal as TradingView posts it. */
export async function strategyTrades(
  server: TestServer,
  strategy: Made,
  fields: { readonly direction: "buy" | "sell"; readonly ticker: string; readonly contracts: string },
): Promise<void> {
  const { status, text } = await server.api().post("/orders", { strategy: strategy.id, type: "market", ...fields });
  expect([status, text]).toEqual([200, expect.any(String)]);
}

const HOLD = `
insert into orders (id, signal_id, user_id, account_id, strategy_id, venue, is_demo, partition, status, stage, ticker, type,
  direction, quantity, received_at, committed_at)
select $1::uuid, signal_id, user_id, account_id, strategy_id, venue, is_demo, partition, 'NEW', 'held', ticker, type, direction,
  quantity, received_at, committed_at
from orders where strategy_id = $2 limit 1`;

/** Holds another order of a strategy behind a signal that hasn't come. Returns its id. */
export async function holdOrder({ parts }: TestServer, strategy: Made): Promise<string> {
  const id = uuidv7();
  await parts.database.query(HOLD, [id, strategy.ownId]);
  return id;
}
