/** How the owner's pages learn what happens in Telegram. */
import { describe, expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { botPeople } from "../../../test/bot-people.ts";
import { readEvents } from "../../../test/event-reader.ts";
import { startServer } from "../../../test/server.ts";

const server = await startServer();
const { telegram } = server.sandbox;
const { newPerson, ask, linkOf, addAccount, chatOf } = botPeople(server);

describe("the pages of a user", () => {
  test("learn at once that a chat was linked, an account paused there, or the bot blocked and unblocked", async () => {
    const user = await server.signUp();
    const person = newPerson();
    const { id } = await addAccount(user);
    const reader = await readEvents(server.url, user.token);
    await reader.first(({ name }) => name === "ready");
    let heard = 0;
    const isNotified = async () => {
      const received = () => reader.events.filter(({ name }) => name === "account").length;
      await eventually(() => expect(received()).toBeGreaterThan(heard), { timeout: 15_000 });
      heard = received();
    };
    await ask(person, `/start ${(await linkOf(user, id)).code}`);
    await isNotified();
    await ask(person, "/pause");
    await isNotified();
    telegram.setState({ chatId: person.id, state: "blocked" });
    await isNotified();
    await ask(person, "/status");
    await isNotified();
    reader.close();
  });

  test("show each account's chat, or else the user's own; when an account's chat drops out, the other accounts keep theirs", async () => {
    const user = await server.signUp();
    const person = newPerson();
    const [linked, other] = [await addAccount(user), await addAccount(user, { exchange: "TINKOFF" })];
    await ask(person, `/start ${(await linkOf(user, linked.id)).code}`);
    const chat = String(person.id);
    expect([await chatOf(user, linked.id), await chatOf(user, other.id)]).toEqual([chat, chat]);
    const isTaken = async (text: string) =>
      (await fetch(`${server.url}/api/v1/alerts?account=${other.id}`, { method: "POST", body: text })).ok;
    expect(await isTaken("up")).toBe(true);
    await user.api.post("/accounts/me/list", [{ id: other.id, telegramChatId: "" }]);
    expect([await chatOf(user, linked.id), await chatOf(user, other.id)]).toEqual([chat, null]);
    expect(await isTaken("down")).toBe(false);
    const texts = () => telegram.sent(person.id).map(({ text }) => text);
    await eventually(() => expect(texts()).toContain("up"), { timeout: 15_000 });
    expect(texts()).not.toContain("down");
    expect(await ask(person, "/status")).toContain("Alor");
    expect(await ask(person, "/status")).not.toContain("T-Invest");
  });
});
