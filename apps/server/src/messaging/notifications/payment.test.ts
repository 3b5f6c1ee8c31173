/** A payment is notified once, in the chat and by mail, however often CloudPayments notifies us. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { newBuyer, notify, paymentOf } from "../../../test/buyer.ts";
import { startServer } from "../../../test/server.ts";

const server = await startServer();
const { telegram, mail } = server.sandbox;
const subjectsTo = ({ email }: { readonly email: string }) => mail.list(email).map(({ subject }) => subject);

test("the user is notified of a payment once, with its amount and the end of PRO, though CloudPayments notified us three times", async () => {
  const buyer = await newBuyer(server);
  const chat = 7_501;
  telegram.chat({ id: chat });
  await buyer.user.api.post("/accounts/me/list", [{ exchange: "TINKOFF", telegramChatId: String(chat) }]);
  await buyer.user.api.post("/users/settings", { language: "ru" });
  const payment = paymentOf(await buyer.checkout("6m"));
  for (let times = 0; times < 3; times += 1) expect((await notify(server, "pay", payment)).body).toEqual({ code: 0 });
  await eventually(() => {
    expect(telegram.sent(chat)).toHaveLength(1);
    expect(subjectsTo(buyer.user)).toContainEqual(expect.stringContaining("платёж получен"));
  });
  expect(telegram.sent(chat)[0]?.text).toMatch(
    /^💳 Оплата получена: 2\s500\s₽\nPRO на 6 месяцев, до \d+ \S+ в \d\d:\d\d МСК\. Спасибо!$/,
  );
  const stored = "select channel from messages where user_id = $1 and kind = 'payment_received' order by channel";
  expect(await server.parts.database.query(stored, [buyer.user.id])).toEqual([
    { channel: "MAIL" },
    { channel: "TELEGRAM" },
  ]);
});

test("a group gets no notification of payments, and a user who wants none gets only the receipt", async () => {
  const buyer = await newBuyer(server);
  const [group, chat] = [-7_502, 7_503];
  telegram.chat({ id: group, type: "group" }, { id: chat });
  await buyer.user.api.post("/accounts/me/list", [
    { exchange: "TINKOFF", telegramChatId: String(group) },
    { exchange: "TINKOFF", telegramChatId: String(chat) },
  ]);
  await buyer.user.api.post("/users/settings", { notifications: "failures" });
  await notify(server, "pay", paymentOf(await buyer.checkout("1m")));
  await eventually(() => expect(subjectsTo(buyer.user)).toContainEqual(expect.stringContaining("payment received")));
  expect([telegram.sent(group), telegram.sent(chat)]).toEqual([[], []]);
});
