/** The bot within its server: without a bot, with errors, and when the server stops. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { startHurriedServer } from "../../../test/hurried-server.ts";
import { startServer } from "../../../test/server.ts";

test("without a bot there are no codes, and the answer says why", async () => {
  const botless = await startServer({ parts: { telegram: undefined } });
  const user = await botless.signUp();
  const { status, body } = await user.api.post("/accounts/me/link-telegram", {});
  expect([status, body.code]).toEqual([503, "telegram_off"]);
});

test("neither errors from Telegram nor a second poller stop the server or the bot", async () => {
  const own = await startHurriedServer();
  const { sandbox } = own;
  await eventually(() => expect(sandbox.telegram.polls()).toBeGreaterThan(0));
  const url = `${sandbox.settings["TELEGRAM_API_URL"]}/bot${sandbox.telegram.botToken}/getUpdates`;
  expect((await fetch(url)).status).toBe(200);
  await eventually(() => expect(sandbox.telegram.conflicts()).toBe(1));
  sandbox.faults.set({ venue: "TELEGRAM", operation: "updates", kind: "5xx", status: 502, times: 2 });
  sandbox.telegram.say({ chatId: 9_001, text: "/help" });
  await eventually(() => expect(sandbox.telegram.sent(9_001)).toHaveLength(1));
  expect((await own.api().get("/../../readyz")).status).toBe(200);
}, 60_000);

test("a stop doesn't wait for a poll", async () => {
  const own = await startServer();
  await eventually(() => expect(own.sandbox.telegram.polls()).toBeGreaterThan(0));
  const startedAt = performance.now();
  await own.app.http.close();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
