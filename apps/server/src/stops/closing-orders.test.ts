/** The orders with which stops close positions, as the ledger counts them. */
import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { storeUser } from "../../test/stored-user.ts";
import type { LinkedAccount } from "../accounts/index.ts";
import { partitionOf } from "../cluster/queue.ts";
import { systemClock } from "../platform/clock.ts";
import { ledgerOf } from "../strategies/index.ts";
import { storeClosing } from "./closing-orders.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const { database: db } = storage;

// @covers P12
test("promise 12: what a stop is closing counts as working, so a strategy that is started again doesn't sell it twice", async () => {
  const userId = await storeUser(db);
  const [strategyId, accountId] = [uuidv7(), uuidv7()];
  await db.query(
    `insert into strategy_positions (strategy_id, account_id, symbol, user_id, venue, quantity, cash)
     values ($1, $2, 'SI-12.26', $3, 'ALOR_BROKER', 10, -1000)`,
    [strategyId, accountId, userId],
  );
  const id = await storeClosing(
    { db, clock: systemClock, node: () => 1 },
    {
      account: { id: accountId, userId, venue: "ALOR_BROKER", isDemo: true } as LinkedAccount,
      stopId: uuidv7(),
      strategyId,
      countedIn: "SI-12.26",
      message: { account: accountId, ticker: "SiZ6", direction: "SELL", type: "MARKET", contracts: "10" },
      afterId: null,
    },
  );
  // It was sent; its fill isn't known yet.
  await db.query("update orders set attempt = 1, stage = 'sending' where id = $1", [id]);
  const ledger = await ledgerOf(db, { strategyId, accountId, partition: partitionOf(accountId) });
  expect(ledger).toMatchObject([{ symbol: "SI-12.26", quantity: "10", working: { buy: "0", sell: "10" } }]);
});
