/** What a restored database does at the next start: it asks the venues, and sends nothing that may have been sent. */
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { linkChat } from "../../../test/chat.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { startServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { parseKeyRing } from "../../platform/security/key-ring.ts";
import { settle } from "./settle.ts";

const KEYS = `one:${Buffer.alloc(32, 5).toString("base64")}`;
const settings = { CREDENTIALS_KEYS: KEYS };
const keyRing = parseKeyRing(KEYS);

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const { database } = storage;

/** Sets orders and messages back to what a backup holds that was taken while they waited. */
const REWIND = [
  `update orders set status = 'NEW', stage = 'queued', attempt = 0, key_version = null, reason = null, sent_at = null,
     answered_at = null, response_server_json = null where quantity in ('2', '3')`,
  "update messages set status = 'NEW', stage = 'queued', attempt = 0, parts_sent = 0, sent_at = null, answered_at = null where kind = 'alert'",
  "update alerts set status = 'NEW'",
  "update orders set is_notified = false where quantity = '1'",
];

// @covers P2
test("promise 2: after a restore, no order and no message that may have been sent is sent again, however fresh it is", async () => {
  const first = await startServer({ settings, parts: { database } });
  const { sandbox } = first;
  const trader = await linkTrader(first);
  const chat = await linkChat(first);
  for (const contracts of [1, 2, 3]) await trader.alert(trader.message({ contracts }));
  await trader.ended(3);
  await chat.tell("told once");
  await eventually(() => expect(chat.shown()).toEqual(["told once"]));
  await expect(settle({ database, keyRing })).rejects.toThrow("A server is running on this database");
  await first.app.http.close();
  await database.query("select pg_advisory_unlock_all()");
  for (const statement of REWIND) await database.query(statement);
  // The venue doesn't know this id, as if the backup had been taken, and the machine lost, before the send.
  await database.query("update orders set id = gen_random_uuid() where quantity = '3'");

  expect(await settle({ database, keyRing })).toMatch(/3 orders, 2 of them unfinished, the last alert of 20/);
  const next = await startServer({ settings, sandbox, parts: { database } });

  const { token, email, password } = trader.user;
  expect((await next.api(token).get("/orders/me/list")).status).toBe(401);
  const { body } = await next.api().post("/auth/login", { email, password });
  const listed = async () => (await next.api(body.accessToken).get("/orders/me/list")).body.content;
  await expect.poll(listed).toMatchObject([
    { quantity: "3", status: "REJECTED", reason: "EXPIRED" },
    { quantity: "2", status: "CREATED" },
    { quantity: "1", status: "CREATED" },
  ]);
  expect(trader.executed().map(({ quantity }) => quantity)).toEqual(["1", "2", "3"]);
  await expect.poll(() => database.query("select from messages where status = 'NEW'")).toEqual([]);
  expect(chat.shown()).toEqual(["told once"]);
});

test("a restore says how many broker keys don't open, before the server starts on them", async () => {
  await database.query("select pg_advisory_unlock_all()");
  const other = parseKeyRing(`one:${Buffer.alloc(32, 6).toString("base64")}`);
  await expect(settle({ database, keyRing: other })).rejects.toThrow(
    "But 4 broker keys open by no key of CREDENTIALS_KEYS",
  );
});
