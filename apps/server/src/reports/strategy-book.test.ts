import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";
import type { Queryable } from "../platform/db/database.ts";
import { fillOf, storeFills, storeOrder } from "./filled-order.fixture.ts";
import { strategyBooks } from "./strategy-book.ts";

test("a strategy's fills are counted again only when one is new or changed, or a price is worth something else", async () => {
  const server = await startServer();
  const { database } = server.parts;
  // Nothing but the test gives the instrument a worth.
  await server.app.http.jobs.stop();
  let readings = 0;
  const db: Queryable = {
    query: (statement, values) => {
      if (statement.includes("charged_in")) readings += 1;
      return database.query(statement, values);
    },
  };
  const { accountId, user } = await linkTrader(server);
  const buy = async (price: string) => {
    const id = await storeOrder(database, { accountId, userId: user.id, side: "BUY" });
    await database.query("update orders set strategy_id = 'trend' where id = $1", [id]);
    await storeFills(database, id, [fillOf({ quantity: "1", price, at: "2026-07-10T12:00:00Z" })]);
  };
  /** Returns what is held and what it is worth, and how often all fills were read so far. */
  const counted = async () => {
    const [book] = await strategyBooks(db, "trend");
    return [book?.holding.quantity, book?.terms?.unitValue, readings];
  };
  await buy("100");
  expect(await counted()).toEqual(["1", undefined, 1]);
  expect(await counted()).toEqual(["1", undefined, 1]);
  await buy("101");
  expect(await counted()).toEqual(["2", undefined, 2]);
  await database.query("update fills set revision = revision + 1 where account_id = $1 and price = '101'", [accountId]);
  expect(await counted()).toEqual(["2", undefined, 3]);
  await database.query(
    `insert into own_holdings (account_id, symbol, user_id, venue, ticker, currency, unit_value, quantity, cost, version)
     select distinct account_id, symbol, user_id, venue, symbol, 'RUB', 10, 2, 201, 1 from fills where account_id = $1`,
    [accountId],
  );
  expect(await counted()).toEqual(["2", "10", 4]);
  expect(await counted()).toEqual(["2", "10", 4]);
});
