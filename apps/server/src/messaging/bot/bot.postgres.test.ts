/** Several nodes, one bot: Telegram rejects all but one poller, so only one node may poll. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { openCluster } from "../../../test/cluster.ts";

test("one of two nodes polls Telegram, and when it ends the other answers", async () => {
  const { sandbox, startNode } = await openCluster();
  const { telegram } = sandbox;
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
