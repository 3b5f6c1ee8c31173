/** Several nodes, one bot: Telegram rejects all but one poller, so only one node may poll. */
import { startSandbox } from "@chartrelay/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { openPostgres } from "../../platform/db/postgres.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { startServer } from "../../../test/server.ts";

test("one of two nodes polls Telegram, and when it ends the other answers", async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { telegram } = sandbox;
  const storage = await openTestDatabase();
  onTestFinished(() => storage.drop());
  const url = storage.url ?? "";
  const startNode = async () => {
    const database = await openPostgres({ url, directUrl: url, onConnectionError: () => undefined });
    onTestFinished(() => database.close());
    return await startServer({ parts: { database }, sandbox });
  };
  const first = await startNode();
  await eventually(() => expect(telegram.polls()).toBe(1));
  await startNode();

  const answered = async (chatId: number) => {
    telegram.say({ chatId, text: "/help" });
    await eventually(() => expect(telegram.sent(chatId)).toHaveLength(1));
  };
  for (const chatId of [9_101, 9_102, 9_103]) await answered(chatId);
  expect(telegram.conflicts()).toBe(0);

  await first.app.http.close();
  for (const chatId of [9_104, 9_105]) await answered(chatId);
  expect(telegram.conflicts()).toBe(0);
  expect(telegram.sent().map(({ chatId }) => chatId)).toEqual([9_101, 9_102, 9_103, 9_104, 9_105]);
}, 60_000);
