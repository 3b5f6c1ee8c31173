/** The kill switch in Telegram: /stop, its buttons, and who may press them. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { botPeople, type Person } from "../../../test/bot-people.ts";
import { startHurriedServer } from "../../../test/hurried-server.ts";
import { linkTrader, type Trader } from "../../../test/trader.ts";

const server = await startHurriedServer();
const { telegram } = server.sandbox;
const { newPerson, ask, linkOf } = botPeople(server);
const market = server.sandbox.market("ALOR_BROKER", "demo");

/** A trader whose chat is bound, and who holds 20 SBER by our order. */
async function boundTrader(language = "en"): Promise<{ trader: Trader; person: Person }> {
  const trader = await linkTrader(server);
  const person = newPerson(language);
  await trader.user.api.post("/users/settings", { language, notifications: "none" });
  await ask(person, `/start ${(await linkOf(trader.user, trader.account)).code}`);
  await trader.alert(trader.message({ contracts: 20 }));
  await eventually(async () => expect((await trader.orders())[0]?.execution?.state).toBe("filled"));
  return { trader, person };
}

const latest = (chatId: number) => telegram.sent(chatId).at(-1);
const labels = (chatId: number) =>
  latest(chatId)
    ?.buttons.flat()
    .map(({ text }) => text) ?? [];
const tokenOf = (chatId: number, label: string) =>
  latest(chatId)
    ?.buttons.flat()
    .find(({ text }) => text === label)?.callback_data ?? "";

async function shows(chatId: number, text: RegExp): Promise<string> {
  return await eventually(() => {
    expect(latest(chatId)?.text).toMatch(text);
    return latest(chatId)?.text ?? "";
  });
}

/** Presses a button, or sends what a manipulated app would, and returns what the bot answers. */
async function press(chatId: number, button: string, data?: string, from?: Person): Promise<string | undefined> {
  const before = telegram.pressAnswers().length;
  telegram.press({ chatId, button, ...(data !== undefined && { data }), ...(from && { from }) });
  return await eventually(() => {
    expect(telegram.pressAnswers().length).toBeGreaterThan(before);
    return telegram.pressAnswers()[before]?.text;
  });
}

const stopsOf = async ({ user }: Trader) =>
  (await user.api.get("/stops/me/list")).body as { id: string; scope: string }[];
const held = ({ portfolio }: Trader) =>
  market.positions(portfolio).filter(({ quantity }) => Number(quantity) !== 0).length;

// @covers P12
test("promise 12: /stop asks what and how, wants a confirmation, and says in the same message when all is flat", async () => {
  const { trader, person } = await boundTrader();
  expect(await ask(person, "/stop")).toBe("🛑 Kill switch: what should stop?");
  const [everything, account = "", ...rest] = labels(person.id);
  expect([everything, account, rest]).toEqual(["Everything", expect.stringMatching(/^Account Alor/), ["Never mind"]]);
  await press(person.id, account);
  await shows(person.id, /^🛑 Account Alor .*: what should happen\?$/);
  expect(labels(person.id)).toEqual([
    "Stop new orders",
    "Stop and cancel orders",
    "Stop, cancel and close positions",
    "Never mind",
  ]);
  await press(person.id, "Stop, cancel and close positions");
  await shows(person.id, /Are you sure\?/);
  expect(await stopsOf(trader)).toEqual([]);
  const confirm = tokenOf(person.id, "Yes, stop now");
  const messages = telegram.sent(person.id).length;
  expect(await press(person.id, "Yes, stop now")).toMatch(/^Stopped: no new orders are sent/);
  const proof = await shows(person.id, /flat\. Confirmed in \d+\.\d s\./);
  expect(proof).toContain("1 position closed.");
  expect([held(trader), labels(person.id), telegram.sent(person.id).length]).toEqual([0, [], messages]);

  const [stop] = await stopsOf(trader);
  await trader.user.api.post(`/stops/${stop?.id}/lift`, {});
  // An old app still shows the button.
  const message = latest(person.id) as { buttons: unknown };
  message.buttons = [[{ text: "Yes, stop now", callback_data: confirm }]];
  expect(await press(person.id, "Yes, stop now")).toMatch(/^This button doesn’t work any more/);
  expect(await stopsOf(trader)).toMatchObject([{ id: stop?.id, liftedAt: expect.any(String) }]);
  const { body } = await trader.user.api.get("/users/me/audit");
  expect(JSON.stringify(body)).toContain("telegram");
});

// @covers P12
test("promise 12: nobody but the accounts' proven user, in their own chat, pulls the kill switch", async () => {
  const { trader, person } = await boundTrader();
  const { trader: strange, person: stranger } = await boundTrader();
  const group = -newPerson().id;
  telegram.chat({ id: group, type: "group", name: "Trading floor" });
  await ask(person, `/start ${(await linkOf(trader.user, trader.account)).code}`, group);
  expect(await ask(stranger, "/stop", group)).toMatch(/^Only the accounts’ owner can pull the kill switch/);
  expect(await ask(newPerson(), "/stop")).toMatch(/^No account reports to this chat/);

  await ask(person, "/stop", group);
  const first = tokenOf(group, "Everything");
  expect(await press(group, "Everything", first, stranger)).toMatch(/^Only the accounts’ owner/);
  await ask(stranger, "/stop");
  const none = /^This button doesn’t work any more/;
  // In another chat, with a changed choice, with a step left out, and made up.
  expect(await press(stranger.id, "Everything", first)).toMatch(none);
  for (const forged of [first.replace("stop:00", "stop:01"), first.replace("stop:00", "stop:20"), "stop:20:x:y"])
    expect(await press(group, "Everything", forged, person)).toMatch(/^This button doesn’t work/);
  expect(await press(group, "Everything", first, person)).toBe("");
  await shows(group, /what should happen\?$/);
  expect(await press(group, "Stop new orders", first, person)).toMatch(none);
  await press(group, "Stop new orders", undefined, person);
  await shows(group, /Are you sure\?/);
  // The account reports to another chat by now.
  await server.parts.database.query("update accounts set telegram_chat_id = null where id = $1", [trader.accountId]);
  await server.parts.database.query("update users set telegram_chat_id = null where id = $1", [trader.user.id]);
  expect(await press(group, "Yes, stop now", undefined, person)).toMatch(/^Only the accounts’ owner/);
  await server.parts.database.query("update accounts set telegram_chat_id = $2 where id = $1", [
    trader.accountId,
    String(group),
  ]);
  await server.parts.database.query(
    `update messages set data = data || '{"untilMs": 0}' where address = $1 and kind = 'stop_conversation'`,
    [String(group)],
  );
  expect(await press(group, "Yes, stop now", undefined, person)).toMatch(/^That was more than ten minutes ago/);
  expect([...(await stopsOf(trader)), ...(await stopsOf(strange))]).toEqual([]);
  expect([held(trader), held(strange)]).toEqual([1, 1]);
});

test("a strategy is stopped by its name, in the person's language; who changes their mind stops nothing", async () => {
  const { trader, person } = await boundTrader("ru");
  const members = [{ accountId: trader.account, sizing: { kind: "multiplier", value: "1" } }];
  await trader.user.api.post("/strategies/me/list", [{ name: "Золотой крест", mode: "delta", start: "now", members }]);
  await ask(person, "/stop");
  await press(person.id, "Не нужно");
  await shows(person.id, /^Ничего не остановлено\.$/);
  expect(labels(person.id)).toEqual([]);
  await ask(person, "/stop");
  await press(person.id, "Стратегия Золотой крест");
  await shows(person.id, /что сделать\?$/);
  await press(person.id, "Остановить и снять заявки");
  await shows(person.id, /Точно\?/);
  await press(person.id, "Да, остановить");
  await shows(
    person.id,
    /^🛑 Аварийный стоп для стратегии Золотой крест: новых заявок нет, наших активных тоже\. Подтверждено за \d+,\d с\./,
  );
  expect(await stopsOf(trader)).toMatchObject([{ scope: "strategy", level: "cancel", state: "proven" }]);
  expect(held(trader)).toBe(1);
});
