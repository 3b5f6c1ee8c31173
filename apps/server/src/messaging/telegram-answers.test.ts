import { expect, test } from "vitest";
import { startRedirecting } from "../../test/redirecting.ts";
import { createTelegramApi, readFailure } from "./telegram-answers.ts";

// @covers E14
test("a redirect by Telegram is not followed, and leaves it open whether the message was sent", async () => {
  const redirecting = await startRedirecting();
  const api = createTelegramApi({
    apiUrl: redirecting.url,
    token: "1:token",
    name: "bot",
    linkUrl: "https://t.me",
    messagesPerSecond: 30,
  });
  const failure = await api.sendMessage(1, "text").catch((error: unknown) => readFailure(error));
  expect(failure).toMatchObject({ kind: "unknown" });
  expect([redirecting.asked(), redirecting.followed()]).toEqual([1, 0]);
});
