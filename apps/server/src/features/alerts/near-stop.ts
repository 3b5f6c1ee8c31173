/** The warning that TradingView is about to stop an alert. */
import type { ChatTextOf, NewMessage } from "../notify/index.ts";
import type { LinkedAccount } from "../accounts/index.ts";

export const NEAR_STOP_KIND = "alert-near-stop";

const WINDOW_MS = 180_000;

/** The warning for an account's chat; none where it has no chat. One within three minutes, whichever node counted. */
export function nearStopMessages(account: LinkedAccount, alert: string, nowMs: number): NewMessage[] {
  if (account.telegramChatId === null) return [];
  return [
    {
      userId: account.userId,
      channel: "TELEGRAM",
      address: account.telegramChatId,
      language: account.language,
      kind: NEAR_STOP_KIND,
      data: { accountId: account.id },
      key: `near-stop:${alert}:${Math.floor(nowMs / WINDOW_MS)}`,
    },
  ];
}

export const nearStopText: ChatTextOf = ({ accountId }, { translate }) => {
  const account = String(accountId).slice(-4);
  const html = translate("notify:near_stop", { account });
  return { html, line: html, isFailure: true };
};
