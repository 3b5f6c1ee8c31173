/** An alert as the chat sees it: text as posted, a JSON object as a list of its fields. */
import type { LinkedAccount } from "../accounts/index.ts";
import {
  accountInWords,
  type ChatTextOf,
  escapeHtml,
  namedAccount,
  type NamedAccount,
  type NewMessage,
} from "../messaging/index.ts";

/** The kind of message that delivers an alert. Its data is an `AlertContent`. */
export const ALERT_KIND = "alert";

/** An alert's content: text, or JSON as posted. */
export type AlertContent = { readonly text: string } | { readonly json: string };

export const alertText: ChatTextOf = (data) => {
  const content = data as AlertContent;
  const html = "text" in content ? escapeHtml(content.text) : fieldsOf(JSON.parse(content.json)) || content.json;
  return { html, line: html.replaceAll("\n", " "), isFailure: false };
};

function fieldsOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return escapeHtml(wording(value));
  return Object.entries(value)
    .map(([name, field]) => `<b>${escapeHtml(name)}</b>: ${escapeHtml(wording(field))}`)
    .join("\n");
}

function wording(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export const NEAR_STOP_KIND = "alert-near-stop";

const WINDOW_MS = 180_000;

/**
 * Returns the warning for an account's chat, or nothing if it has no chat. Its key allows one warning per three minutes
 * across all nodes.
 */
export function nearStopMessages(account: LinkedAccount, alert: string, nowMs: number): NewMessage[] {
  if (account.telegramChatId === null) return [];
  return [
    {
      userId: account.userId,
      channel: "TELEGRAM",
      address: account.telegramChatId,
      language: account.language,
      kind: NEAR_STOP_KIND,
      data: { ...namedAccount(account) },
      key: `near-stop:${alert}:${Math.floor(nowMs / WINDOW_MS)}`,
    },
  ];
}

export const nearStopText: ChatTextOf = (data, { translate }) => {
  const account = escapeHtml(accountInWords(data as unknown as NamedAccount, translate));
  const html = translate("notify:near_stop", { account });
  return { html, line: html, isFailure: true };
};
