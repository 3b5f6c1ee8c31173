/** When the days of limits on losses begin, and how high they have been, while a strategy holds and enters nothing. */
import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { storeUser } from "../../test/stored-user.ts";
import { type DayRecord, followDay } from "./daily-loss.ts";
import { followDays } from "./day-following.ts";
import { storeStrategy } from "./stored-strategy.fixture.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const { database: db } = storage;

/** A strategy that bought 10 at 100, and has a limit on losses whose days begin in Moscow. */
async function begin() {
  const userId = await storeUser(db);
  const limits = { maxDailyLoss: "100", maxDailyDrawdown: null, timeZone: "Europe/Moscow" };
  const [strategyId, accountId] = [await storeStrategy(db, userId, { limits }), uuidv7()];
  await db.query(
    `insert into strategy_positions (strategy_id, account_id, symbol, user_id, venue, quantity, cash)
     values ($1, $2, 'SBER', $3, 'ALOR_BROKER', 10, -1000)`,
    [strategyId, accountId, userId],
  );
  await db.query(
    `insert into own_holdings (account_id, symbol, user_id, venue, ticker, currency, unit_value, quantity, cost, version)
     values ($1, 'SBER', $2, 'ALOR_BROKER', 'SBER', 'RUB', 1, 10, 1000, 1)`,
    [accountId, userId],
  );
  const record = async () => {
    const [row] = await db.query<{ record: DayRecord }>("select record from strategy_days where strategy_id = $1", [
      strategyId,
    ]);
    return row?.record ?? null;
  };
  /** The leader looks at a moment; null if no price is known then. */
  const look = async (at: string, price: string | null) =>
    await followDays({
      db,
      clock: { nowMs: () => Date.parse(at), wait: async () => undefined },
      valueOf: async () =>
        price === null ? undefined : { price, unitValue: "1", currency: "RUB", tick: "0.01", readAtMs: 0 },
    });
  return { look, record };
}

test("a day begins with the last total before midnight in the limits' time zone, though nothing was entered for days", async () => {
  const { look, record } = await begin();
  await look("2026-11-23T09:00:00Z", "100");
  await look("2026-11-24T20:59:00Z", "60");
  // Midnight in Moscow is 21:00 UTC. The price opens lower.
  await look("2026-11-24T21:01:00Z", "55");
  expect(await record()).toMatchObject({ day: "2026-11-25", totals: { RUB: { start: "-400", last: "-450" } } });
  const entry = followDay(await record(), { RUB: "-460" }, "2026-11-25");
  expect(entry.profit).toEqual({ RUB: { now: "-60", peak: "0" } });
});

test("a day's best moment counts, though nothing was entered at it; a missing price changes nothing", async () => {
  const { look, record } = await begin();
  await look("2026-11-24T09:00:00Z", "100");
  await look("2026-11-24T10:00:00Z", "130");
  const before = await record();
  await look("2026-11-24T10:01:00Z", null);
  expect(await record()).toEqual(before);
  await look("2026-11-24T10:02:00Z", "110");
  expect(await record()).toMatchObject({ totals: { RUB: { start: "0", peak: "300", last: "100" } } });
});
