/** A server that stops in the middle of a burst: the next one sends what it had accepted. */
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { linkChat } from "../../test/chat.ts";
import { openTestDatabase } from "../../test/database.ts";
import { startHurriedServer } from "../../test/hurried-server.ts";
import { startServer } from "../../test/server.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());

// @covers P3
test("promise 3: the next server sends the messages that were waiting when the server stopped, in order, each once", async () => {
  const first = await startHurriedServer({ parts: { database: storage.database } });
  const { sandbox } = first;
  const trader = await linkChat(first);
  const texts = Array.from({ length: 8 }, (_, index) => `alert ${index}`);
  for (const text of texts.slice(0, 2)) await trader.tell(text);
  await eventually(() => expect(trader.shown()).toHaveLength(2));
  const chat = { venue: "TELEGRAM", operation: "message", account: String(trader.chatId) } as const;
  sandbox.faults.set({ ...chat, kind: "429", retryAfterS: 1 });
  for (const text of texts.slice(2)) await trader.tell(text);
  await first.app.http.close();
  // A process that ends would release its locks, but the embedded database's only connection stays open.
  await storage.database.query("select pg_advisory_unlock_all()");
  expect(trader.shown()).toHaveLength(2);
  sandbox.faults.reset();

  await startServer({ sandbox, parts: { database: storage.database, clock: first.parts.clock } });
  await eventually(() => expect(trader.shown()).toHaveLength(texts.length));
  expect(trader.shown()).toEqual(texts);
  expect(sandbox.telegram.exceeded()).toEqual({ perChat: 0, perGroup: 0, overall: 0 });
  await expect.poll(() => storage.database.query("select from alerts where status = 'NEW'")).toEqual([]);
});
