/** The bot's texts, in Telegram's HTML. */
import { orderPath, type Language, type Subscription } from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";
import { accountInWords, type ChatTextOf, escapeHtml } from "../index.ts";
import { decimalInWords, momentInWords } from "../notifications/index.ts";
import type { ChatAccount, ChatOrder } from "./chat-view.ts";

export interface Reader {
  readonly language: Language;
  readonly translate: Translate;
  /** The site's address, for links. */
  readonly publicUrl: string;
}

/** Returns the accounts' names in HTML. The end of their ids distinguishes accounts that are named alike. */
export function accountNames(accounts: readonly ChatAccount[], { translate }: Reader): string[] {
  const names = accounts.map((account) => escapeHtml(accountInWords(account, translate)));
  return names.map((name, index) =>
    names.filter((other) => other === name).length > 1 ? `${name} (${accounts[index]?.shortId})` : name,
  );
}

/** Describes a chat's accounts with their numbers and status, and their latest orders. */
export function statusInWords(
  accounts: readonly ChatAccount[],
  orders: readonly ChatOrder[],
  reader: Reader,
  nowMs: number,
): string {
  const { translate } = reader;
  const names = accountNames(accounts, reader);
  const nameOf = new Map(accounts.map(({ id }, index) => [id, names[index] ?? ""]));
  return [
    `<b>${translate("bot:accounts")}</b>`,
    ...accounts.map((account, index) => `${index + 1}. ${names[index]}: ${standing(account, reader, nowMs)}`),
    "",
    `<b>${translate("bot:latest_orders")}</b>`,
    ...(orders.length === 0 ? [translate("bot:no_orders")] : []),
    ...orders.map((order) => orderInWords(order, nameOf.get(order.accountId) ?? "", reader)),
  ].join("\n");
}

function standing(
  { isPaused, hasKeys, keyRefusal, keyExpiresAt }: ChatAccount,
  { language, translate }: Reader,
  nowMs: number,
): string {
  if (isPaused) return `⏸ ${translate("bot:paused")}`;
  if (!hasKeys) return `⚠️ ${translate("reasons:CREDENTIALS_MISSING")}`;
  if (keyRefusal !== null) return `⚠️ ${escapeHtml(translate(`reasons:${keyRefusal}`))}`;
  if (keyExpiresAt === null) return `▶️ ${translate("bot:working")}`;
  const moment = momentInWords(keyExpiresAt.getTime(), language);
  return keyExpiresAt.getTime() <= nowMs
    ? `⚠️ ${translate("bot:key_expired", { moment })}`
    : `▶️ ${translate("bot:working_until", { moment })}`;
}

function orderInWords(order: ChatOrder, account: string, { language, translate, publicUrl }: Reader): string {
  const { id, status, reason, receivedAt } = order;
  const moment = momentInWords(receivedAt / 1_000, language);
  const what = requestInWords(order, language, translate);
  const why = reason === null ? "" : escapeHtml(translate(`reasons:${reason}`));
  const link = `<a href="${publicUrl}${orderPath(id)}">${what}</a>`;
  return `• ${moment}, ${account}: ${link}. ${translate(`bot:order_${status}`, { why })}`;
}

function requestInWords(
  { action, direction, quantity, ticker }: ChatOrder,
  language: Language,
  translate: Translate,
): string {
  if (action !== null) {
    const of = action === "cancelAll" || ticker === null ? translate("notices:cancel_all") : escapeHtml(ticker);
    return `${translate("notices:cancel")}: ${of}`;
  }
  if (direction === null || quantity === null || ticker === null) return translate("bot:bad_message");
  return `${translate(`notices:${direction}`)} ${decimalInWords(quantity, language)} ${escapeHtml(ticker)}`;
}

export function subscriptionInWords({ type, expiration }: Subscription, { language, translate }: Reader): string {
  if (type === "PRO" && expiration !== null)
    return translate("bot:pro_until", { moment: momentInWords(Date.parse(expiration), language) });
  return translate("bot:trial");
}

/** The kind of the bot's replies. Their data is the finished text. */
export const BOT_REPLY = "bot_reply";

export const botReplyText: ChatTextOf = (data) => {
  const { html } = data as { html: string };
  return { html, line: html.split("\n")[0] ?? "", isFailure: false };
};
