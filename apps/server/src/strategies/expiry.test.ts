/** What a ledger holds of a contract once the exchange has settled it. */
import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { storeUser } from "../../test/stored-user.ts";
import { settleExpired } from "./expiry.ts";
import { storeStrategy } from "./stored-strategy.fixture.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const { database: db } = storage;

/** A strategy that bought 5 of each symbol at 90. */
async function begin(...symbols: readonly string[]) {
  const userId = await storeUser(db);
  const [strategyId, accountId] = [await storeStrategy(db, userId), uuidv7()];
  await db.query(
    `insert into strategy_positions (strategy_id, account_id, symbol, user_id, venue, quantity, cash, entries)
     select $1, $2, symbol, $3, 'ALOR_BROKER', 5, -450, 1 from unnest($4::text[]) symbol`,
    [strategyId, accountId, userId, symbols],
  );
  await db.query("insert into strategy_days (strategy_id, account_id, record) values ($1, $2, '{}')", [
    strategyId,
    accountId,
  ]);
  const settle = (at: string) =>
    settleExpired({
      db,
      bus: { publish: () => undefined },
      clock: { nowMs: () => Date.parse(at), wait: async () => undefined },
    });
  const held = async () => {
    const rows = await db.query<{ symbol: string; quantity: string }>(
      "select symbol, quantity::text from strategy_positions where strategy_id = $1 and quantity <> 0 order by symbol",
      [strategyId],
    );
    return rows.map(({ symbol, quantity }) => `${symbol} ${quantity}`);
  };
  const logged = async () =>
    (
      await db.query<{ entry: string }>(
        "select kind || ' ' || (details ->> 'ticker') || ' ' || (details ->> 'quantity') as entry from strategy_log where strategy_id = $1",
        [strategyId],
      )
    ).map(({ entry }) => entry);
  const days = async () => (await db.query("select from strategy_days where strategy_id = $1", [strategyId])).length;
  return { settle, held, logged, days };
}

test("a contract whose month is over counts as settled, once, and the strategy's log says so", async () => {
  const { settle, held, logged, days } = await begin("SI-9.26", "SiU6", "SI-12.26", "SBER");
  await settle("2026-09-30T20:59:00Z");
  expect(await held()).toHaveLength(4);
  // Midnight in Moscow.
  await settle("2026-09-30T21:01:00Z");
  await settle("2026-09-30T22:01:00Z");
  expect(await held()).toEqual(["SBER 5", "SI-12.26 5"]);
  expect((await logged()).toSorted()).toEqual(["expired SI-9.26 5", "expired SiU6 5"]);
  // The next reading begins the day of its limits anew: the settlement is no profit or loss of today.
  expect(await days()).toBe(0);
});
