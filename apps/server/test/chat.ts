/** A trader whose account has a chat at the simulated Telegram: the setup for tests about alerts and messages. */
import { randomInt } from "node:crypto";
import type { Account, Alert, Page } from "@chartrelay/contract";
import { eventually } from "../../../scripts/eventually.ts";
import type { Answer } from "./api.ts";
import type { TestServer } from "./server.ts";
import { linkTrader, type Trader, type TraderOptions } from "./trader.ts";

export interface ChatTrader extends Trader {
  readonly chatId: number;
  /** Posts to /alerts as TradingView does; `query` overrides or adds to the account parameter. */
  tell(body: unknown, query?: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** Returns the account's alerts, newest first. */
  alerts(): Promise<Alert[]>;
  /** Waits until there are `count` alerts and none is NEW, and returns all, oldest first. */
  endedAlerts(count: number): Promise<Alert[]>;
  /** Returns what the people in the chat see, in order. */
  shown(): readonly string[];
  /** Returns the account as the API shows it. */
  entry(): Promise<Account>;
}

export interface ChatOptions extends TraderOptions {
  readonly type?: "private" | "group" | "supergroup" | "channel";
}

const SETTLING_MS = 60_000;

/** Links an account and a chat that nobody else has. */
export async function linkChat(
  server: TestServer,
  { type = "private", ...options }: ChatOptions = {},
): Promise<ChatTrader> {
  const trader = await linkTrader(server, options);
  const { telegram } = server.sandbox;
  const number = randomInt(1_000_000, 2_000_000_000);
  const chatId = type === "private" ? number : -number;
  telegram.chat({ id: chatId, type });
  await trader.user.api.post("/accounts/me/list", [{ id: trader.account, telegramChatId: String(chatId) }]);
  const alerts = async () => {
    const { body } = await trader.user.api.get("/alerts/me/list?size=100");
    return (body as Page<Alert>).content.filter(({ accountId }) => accountId === trader.account);
  };
  return {
    ...trader,
    chatId,
    tell: (body, query = {}, headers = {}) =>
      server.api().post(`/alerts?${new URLSearchParams({ account: trader.account, ...query }).toString()}`, body, {
        ...(typeof body === "string" && { "content-type": "text/plain" }),
        ...headers,
      }),
    alerts,
    endedAlerts: (count) =>
      eventually(
        async () => {
          const all = await alerts();
          const left = all.filter(({ status }) => status === "NEW").length;
          if (left > 0 || all.length < count) throw new Error(`${left} of ${all.length} alerts are still NEW`);
          return all.toReversed();
        },
        { timeout: SETTLING_MS, interval: 50 },
      ),
    shown: () => telegram.sent(chatId).map(({ text }) => text),
    entry: async () => {
      const { body } = await trader.user.api.get("/accounts/me/list");
      const entry = (body as Account[]).find(({ id }) => id === trader.account);
      if (!entry) throw new Error("the account is gone");
      return entry;
    },
  };
}
