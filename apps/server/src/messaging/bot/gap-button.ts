/** The buttons below the message about missing signals. Whoever presses must be the strategy's user, as with orders. */
import type { Language } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { Queryable } from "../../platform/db/database.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import type { GapChoice, GapTokens } from "../index.ts";
import type { Press } from "./cancel-button.ts";

const STRATEGY_OF_CHAT = `
select users.telegram_user_id as "telegramUserId"
from signals join users on users.id = signals.user_id
where signals.id = $1 and (users.telegram_chat_id = $2 or exists (
  select from strategy_members join accounts on accounts.id = strategy_members.account_id
  where strategy_members.strategy_id = signals.strategy_id and accounts.telegram_chat_id = $2))`;

export interface GapButtonParts {
  readonly db: Queryable;
  readonly tokens: Pick<GapTokens, "read">;
  readonly decideGap: (
    signalId: string,
    choice: GapChoice,
  ) => Promise<"done" | "decided" | "expired" | "restarted" | "not_on">;
  readonly log: RetryLog;
}

/**
 * Carries out the decision that a press makes, if it may. Returns what to tell the person who pressed; undefined if the
 * press is about something else. Never rejects.
 */
export type PressGap = (press: Press, language: Language) => Promise<string | undefined>;

export function createPressGap({ db, tokens, decideGap, log }: GapButtonParts): PressGap {
  return async ({ token, chatId, isPrivate, personId }, language) => {
    const translate = translator(language);
    const named = tokens.read(token);
    if (!named) return undefined;
    try {
      const [strategy] = await db.query<{ telegramUserId: string | null }>(STRATEGY_OF_CHAT, [named.signalId, chatId]);
      if (!strategy) return translate("bot:cancel_unknown");
      const isUser = strategy.telegramUserId !== null && strategy.telegramUserId === personId;
      if (!isPrivate && !isUser) return translate("bot:cancel_not_yours");
      const answer = await decideGap(named.signalId, named.choice);
      return translate(answer === "done" ? `bot:gap_${named.choice}_done` : `bot:gap_${answer}`);
    } catch (error) {
      log.willRetry(error);
      return translate("bot:gap_unanswered");
    }
  };
}
