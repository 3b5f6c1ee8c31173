/** The warning that TradingView is about to stop an alert. */
import { shortAccountId } from "@chartrelay/contract";
import type { ChatTextOf, NewMessage } from "../messaging/index.ts";
import type { LinkedAccount } from "../accounts/index.ts";

export const NEAR_STOP_KIND = "alert-near-stop";

const WINDOW_MS = 180_000;

/** The warning for an account's chat; none where it has no chat. One within three minutes, whichever node counted. */
export function nearStopMessages(
  account: LinkedAccount,
  webhookId: string,
  alert: string,
  nowMs: number,
): NewMessage[] {
  if (account.telegramChatId === null) return [];
  return [
    {
      userId: account.userId,
      channel: "TELEGRAM",
      address: account.telegramChatId,
      language: account.language,
      kind: NEAR_STOP_KIND,
      data: { account: shortAccountId(webhookId) },
      key: `near-stop:${alert}:${Math.floor(nowMs / WINDOW_MS)}`,
    },
  ];
}

export const nearStopText: ChatTextOf = ({ account }, { translate }) => {
  const html = translate("notify:near_stop", { account: String(account) });
  return { html, line: html, isFailure: true };
};
