/** Tests that need PostgreSQL: several nodes, and a database that goes down. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { startPostgres } from "../../../../../scripts/test-postgres.ts";
import { newBuyer, notify, paymentOf } from "../../../test/buyer.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { startServer } from "../../../test/server.ts";
import { openPostgres } from "../../platform/db/postgres.ts";

const settings = { CREDENTIALS_KEYS: `k:${Buffer.alloc(32, 7).toString("base64")}` };
const open = (url: string) => openPostgres({ url, directUrl: url, onConnectionError: () => undefined });
const GRANTS = "select count(*)::int as grants from subscription_grants where user_id = $1";

// @covers P7 F5
test("promise 7: the same Pay sent a hundred times in parallel to two nodes makes one grant", async () => {
  const storage = await openTestDatabase();
  const databases = [await open(storage.url ?? ""), await open(storage.url ?? "")];
  const nodes = await Promise.all(databases.map((database) => startServer({ settings, parts: { database } })));
  const [first, second] = nodes;
  if (!first || !second) throw new Error("no nodes");
  const buyer = await newBuyer(first);
  const payment = paymentOf(await buyer.checkout());
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => notify(index % 2 === 0 ? first : second, "pay", payment)),
  );
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"code":0}']));
  expect(await storage.database.query(GRANTS, [buyer.user.id])).toEqual([{ grants: 1 }]);
  await Promise.all(nodes.map(({ app }) => app.http.close()));
  await Promise.all(databases.map((database) => database.close()));
  await storage.drop();
});

// @covers P7 E17 F2
test(
  "promise 7: while PostgreSQL is down a payment is answered with 503, and its repeats afterwards make one grant",
  { timeout: 120_000 },
  async () => {
    const postgres = await startPostgres();
    const database = await open(postgres.url);
    const server = await startServer({ settings, parts: { database } });
    const { cloudPayments } = server.sandbox;
    const buyer = await newBuyer(server);
    const checkout = await buyer.checkout();
    const { parameters } = checkout;
    cloudPayments.setFaults({ kind: "delay", delayMs: 8_000, times: 1 });
    const { id } = await cloudPayments.pay({
      amount: parameters.amount,
      currency: parameters.currency,
      invoiceId: parameters.externalId,
      accountId: parameters.userInfo.accountId,
      email: parameters.receiptEmail,
      description: parameters.description,
      cardNumber: "4000 0000 0000 3055",
    });
    await postgres.kill();
    const attempts = () =>
      cloudPayments.deliveries().filter((each) => each.notification === "pay" && each.transactionId === id);
    await eventually(() => expect(attempts().some(({ status }) => status === 503)).toBe(true));
    expect((await notify(server, "check", paymentOf(checkout))).status).toBe(503);

    await postgres.start();
    await eventually(async () => expect((await buyer.subscription()).type).toBe("PRO"));
    await eventually(() => expect(attempts().at(-1)).toMatchObject({ status: 200, code: 0 }));
    expect(await database.query(GRANTS, [buyer.user.id])).toEqual([{ grants: 1 }]);
    await server.app.http.close();
    await database.close();
    await postgres.stop();
  },
);
