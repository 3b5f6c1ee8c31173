import { startSandbox } from "@chartrelay/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { openTestDatabase } from "../../test/database.ts";
import { startServer, type TestServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";

const COPIES = 20;
const settings = { CREDENTIALS_KEYS: `k:${Buffer.alloc(32, 7).toString("base64")}`, ALERTS_PER_MINUTE: "10000" };

// @covers F5
test("an alert with an id makes one order, posted once or twenty times at once, before and after a restart", async () => {
  const storage = await openTestDatabase();
  onTestFinished(() => storage.drop());
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const start = () => startServer({ settings, sandbox, parts: { database: storage.database } });

  const first = await start();
  const trader = await linkTrader(first);
  const alerts = Array.from({ length: COPIES }, (_, index) =>
    trader.message({ id: `alert ${index + 1}`, contracts: index + 1 }),
  );
  /** Posts the first alert once, the second one twice, and so on, all at once; returns each one's answers. */
  const postAll = (server: TestServer) =>
    Promise.all(
      alerts.map(async (alert, index) => {
        const copies = Array.from({ length: index + 1 }, () => server.api().post("/orders", alert));
        const answers = await Promise.all(copies);
        return [...new Set(answers.map(({ status, body }) => `${status} ${body.id}`))];
      }),
    );
  const before = await postAll(first);
  expect(before.filter(([answer, ...others]) => others.length > 0 || !answer?.startsWith("200 "))).toEqual([]);
  await first.app.http.close();
  const second = await start();
  expect(await postAll(second)).toEqual(before);

  const open = "select 1 from orders where account_id = $1 and status = 'NEW'";
  await eventually(async () => expect(await storage.database.query(open, [trader.accountId])).toEqual([]));
  const executed = trader.executed().map(({ quantity }) => Number(quantity));
  expect(executed.toSorted((one, other) => one - other)).toEqual(alerts.map((_, index) => index + 1));
  await second.app.http.close();
});
