/** What is stored of an execution, when two nodes write and old writes come late. */
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { ledgerOf } from "../../strategies/index.ts";
import { storeAcceptedOrder } from "./accepted-order.fixture.ts";
import { JUST_ACCEPTED, type KnownExecution } from "./execution.ts";
import { type AcceptedOrder, createExecutionStore } from "./store.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const db = storage.database.journal;
const store = createExecutionStore(db);

const fill = (tradeId: string, fee: KnownExecution["fee"] = null) =>
  ({ tradeId, symbol: "SBER", side: "BUY", quantity: "4", price: "270", fee, atMs: 1_700_000_000_123 }) as const;
const PARTLY: KnownExecution = { ...JUST_ACCEPTED, state: "partiallyFilled", filledQuantity: "4", fills: [fill("1")] };

const write = (order: AcceptedOrder | undefined, known: KnownExecution, isFollowed = true) => {
  if (!order) throw new Error("the order isn't followed");
  return store.store({ order, known, fills: known.fills, isFollowed, atUs: 2 });
};

const rowOf = async (id: string) =>
  (
    await db.query<Record<string, unknown>>(
      "select execution_state, filled_quantity, average_price, fees, execution_reason, is_followed from orders where id = $1",
      [id],
    )
  )[0];

test("an execution is loaded as it was stored, with its message, key and fills", async () => {
  const { load } = await storeAcceptedOrder(db);
  const order = await load();
  expect(order).toMatchObject({ keyVersion: 3, known: JUST_ACCEPTED, message: { ticker: "SBER", contracts: "1" } });
  const known: KnownExecution = { ...PARTLY, averagePrice: "270", venueOrderId: "7001" };
  expect(await write(order, known)).toBe(true);
  expect((await load())?.known).toEqual(known);
});

// @covers P9
test("promise 9: a fill is stored once, whoever brings it and however often; its fee may come later", async () => {
  const { id, load } = await storeAcceptedOrder(db);
  const order = await load();
  const fee = { amount: "0.1", currency: "RUB" };
  await Promise.all(
    [PARTLY, PARTLY].map((known) =>
      createExecutionStore(db).store({
        order: order as AcceptedOrder,
        known,
        fills: known.fills,
        isFollowed: true,
        atUs: 2,
      }),
    ),
  );
  await write(order, { ...PARTLY, fills: [fill("1", fee)] });
  await write(order, PARTLY);
  const stored = await db.query("select trade_id, quantity, fee_amount from fills where order_id = $1", [id]);
  expect(stored).toEqual([{ trade_id: "1", quantity: "4", fee_amount: "0.1" }]);
});

test("a node that has lost its partitions can't take anything back with a late write", async () => {
  const { id, load } = await storeAcceptedOrder(db);
  const order = await load();
  const cancelled: KnownExecution = {
    ...PARTLY,
    state: "cancelled",
    filledQuantity: "8",
    fills: [fill("1"), fill("2")],
    reason: "MARKET_CLOSED",
  };
  await write(order, cancelled);
  const before = await rowOf(id);
  await write(order, PARTLY);
  await write(order, { ...JUST_ACCEPTED, state: "expired", filledQuantity: "4", reason: "EXPIRED" });
  expect(await rowOf(id)).toEqual(before);
  expect((await load())?.known.fills).toHaveLength(2);
  await write(order, { ...cancelled, state: "filled", filledQuantity: "10", reason: null }, false);
  expect(await rowOf(id)).toMatchObject({ execution_state: "filled", filled_quantity: "10", is_followed: false });
});

test("nothing is stored for an order that is gone", async () => {
  const { id, load } = await storeAcceptedOrder(db);
  const order = await load();
  await db.query("delete from orders where id = $1", [id]);
  expect(await write(order, PARTLY)).toBe(false);
  expect(await db.query("select from fills where order_id = $1", [id])).toEqual([]);
});

test("orders of an older release are followed if they are young enough to work, until their venue has been asked", async () => {
  const past = await storeAcceptedOrder(db, "execution_at = null");
  const asked = await storeAcceptedOrder(db, "execution_at = 1");
  expect(await past.load()).toBeUndefined();
  await store.adopt(Date.now() + 60_000, ["ALOR_BROKER"]);
  expect(await past.load()).toBeUndefined();
  await store.adopt(Date.now() - 60_000, ["ALOR_BROKER"]);
  expect((await past.load())?.known).toEqual({ ...JUST_ACCEPTED, state: null });
  expect(await asked.load()).toBeUndefined();
});

/** What the strategy of an order holds, by its own fills. */
const ledger = (accountId: string) =>
  db.query(
    `select symbol, trim_scale(quantity)::text as quantity, trim_scale(cash)::text as cash, entries from strategy_positions
     where strategy_id = 'trend' and account_id = $1`,
    [accountId],
  );

/** Makes an order one of a strategy, as its attempt does. */
const ofStrategy = (id: string, columns = "") =>
  db.query(
    `update orders set strategy_id = 'trend', instruction = '{"kind":"target"}',
       sizing = '{"symbol":"SBER","isEntry":true}' ${columns} where id = $1`,
    [id],
  );

// @covers P10
test("promise 10: a strategy's ledger counts each fill once, whoever brings it, however often, and however late", async () => {
  const { id, accountId, load } = await storeAcceptedOrder(db);
  await ofStrategy(id);
  const order = (await load()) as AcceptedOrder;
  const update = { order, known: PARTLY, fills: PARTLY.fills, isFollowed: true, atUs: 2 };
  await Promise.all([createExecutionStore(db).store(update), createExecutionStore(db).store(update)]);
  await write(order, PARTLY);
  expect(await ledger(accountId)).toEqual([{ symbol: "SBER", quantity: "4", cash: "-1080", entries: 1 }]);
  const late: KnownExecution = { ...PARTLY, filledQuantity: "8", fills: [fill("2"), fill("1")] };
  await write(order, late);
  await write(order, { ...late, state: "filled" }, false);
  expect(await ledger(accountId)).toEqual([{ symbol: "SBER", quantity: "8", cash: "-2160", entries: 1 }]);
});

// @covers P10
test("promise 10: at spot, the fee in the bought coin is taken off once, whenever it becomes known", async () => {
  const { id, accountId, load } = await storeAcceptedOrder(db);
  await ofStrategy(id, ", venue = 'BINANCE_SPOT'");
  const order = await load();
  const bought = { ...fill("1"), symbol: "BTCUSDT" };
  await write(order, { ...PARTLY, fills: [bought] });
  const charged = { ...PARTLY, fills: [{ ...bought, fee: { amount: "0.004", currency: "BTC" } }] };
  await write(order, charged);
  await write(order, charged);
  expect(await ledger(accountId)).toMatchObject([{ symbol: "BTCUSDT", quantity: "3.996" }]);
});

test("the entries into a position are counted anew when it turns round", async () => {
  const { id, accountId, load } = await storeAcceptedOrder(db);
  await ofStrategy(id);
  const order = await load();
  await write(order, PARTLY);
  await db.query("update strategy_positions set entries = 3 where account_id = $1", [accountId]);
  const sold = { ...fill("2"), side: "SELL", quantity: "10" } as const;
  await write(order, { ...PARTLY, filledQuantity: "14", fills: [fill("1"), sold] });
  expect(await ledger(accountId)).toMatchObject([{ quantity: "-6", entries: 1 }]);
});

test("of a cancelled order only what was filled and isn't listed yet is still at work", async () => {
  const { id, accountId, load, partition } = await storeAcceptedOrder(db);
  await ofStrategy(id, ", quantity = '10', direction = 'BUY'");
  await write(await load(), { ...PARTLY, filledQuantity: "7" });
  const atWork = async () => (await ledgerOf(db, { strategyId: "trend", accountId, partition }))[0]?.working;
  expect(await atWork()).toEqual({ buy: "6", sell: "0" });
  await write(await load(), { ...PARTLY, state: "cancelled", filledQuantity: "7" });
  expect(await atWork()).toEqual({ buy: "3", sell: "0" });
});

test("an order of an account alone is in no ledger", async () => {
  const { accountId, load } = await storeAcceptedOrder(db);
  await write(await load(), PARTLY);
  expect(await db.query("select * from strategy_positions where account_id = $1", [accountId])).toEqual([]);
});
