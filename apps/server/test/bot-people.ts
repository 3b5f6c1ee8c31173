/** People who write to a server's bot, and the accounts that they link there. */
import type { TelegramLink } from "@chartrelay/contract";
import { expect } from "vitest";
import { eventually } from "../../../scripts/eventually.ts";
import type { SignedUp, TestServer } from "./server.ts";

/** A Telegram user; each test has its own. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly languageCode: string;
}

/** Returns what the tests of a server's bot start from. */
export function botPeople({ sandbox: { telegram } }: TestServer) {
  let lastId = 8_000;

  function newPerson(languageCode = "en"): Person {
    lastId += 1;
    return { id: lastId, name: "Trader", languageCode };
  }

  /** Writes to the bot, in private by default, and returns its answer. */
  async function ask(person: Person, text: string, chatId = person.id): Promise<string> {
    const before = telegram.sent(chatId).length;
    telegram.say({ chatId, from: person, text });
    return await eventually(
      () => {
        const sent = telegram.sent(chatId);
        expect(sent.length).toBeGreaterThan(before);
        return sent[before]?.text ?? "";
      },
      { interval: 30 },
    );
  }

  async function linkOf({ api }: SignedUp, id?: string): Promise<TelegramLink> {
    const { status, body } = await api.post("/accounts/me/link-telegram", id === undefined ? {} : { id });
    expect(status).toBe(200);
    return body;
  }

  async function addAccount({ api }: SignedUp, entry: object = {}): Promise<{ id: string }> {
    const { body } = await api.post("/accounts/me/list", [{ exchange: "ALOR_BROKER", ...entry }]);
    return body.at(-1);
  }

  const chatOf = async ({ api }: SignedUp, id: string) => {
    const { body } = await api.get("/accounts/me/list");
    return (body as { id: string; telegramChatId: string | null }[]).find((account) => account.id === id)
      ?.telegramChatId;
  };

  return { newPerson, ask, linkOf, addAccount, chatOf };
}
