/**
 * The button that cancels an order, below its message. Telegram passes on what a client sends, so the token has to be ours,
 * the chat that of the order's account, and in a group the person its user: others can press there, too.
 */
import type { Language, Reason } from "@chartrelay/contract";
import { type Translate, translator } from "@chartrelay/locales";
import type { AskToCancel } from "../../orders/index.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import type { CancelTokens } from "../index.ts";

/** What Telegram shows at most. */
const MAX_ANSWER = 200;

const ORDER_OF_CHAT = `
select orders.user_id as "userId", users.telegram_user_id as "telegramUserId"
from orders join accounts on accounts.id = orders.account_id join users on users.id = orders.user_id
where orders.id = $1 and (accounts.telegram_chat_id = $2 or (accounts.telegram_chat_id is null and users.telegram_chat_id = $2))`;

interface OrderOfChat {
  readonly userId: string;
  readonly telegramUserId: string | null;
}

export interface Press {
  readonly token: string;
  readonly chatId: string;
  readonly isPrivate: boolean;
  /** Who pressed it; undefined for somebody who acts on behalf of a group. */
  readonly personId: string | undefined;
}

export interface CancelButtonParts {
  readonly db: Queryable;
  readonly tokens: Pick<CancelTokens, "read">;
  readonly askToCancel: AskToCancel;
  readonly log: RetryLog;
}

/** Cancels the order that a press is about, if it may. Returns what to tell the person who pressed. Never rejects. */
export type PressCancel = (press: Press, language: Language) => Promise<string>;

export function createPressCancel({ db, tokens, askToCancel, log }: CancelButtonParts): PressCancel {
  const cancel = async ({ token, chatId, isPrivate, personId }: Press, translate: Translate): Promise<string> => {
    const orderId = tokens.read(token);
    const [order] = orderId === undefined ? [] : await db.query<OrderOfChat>(ORDER_OF_CHAT, [orderId, chatId]);
    if (orderId === undefined || !order) return translate("bot:cancel_unknown");
    const isUser = order.telegramUserId !== null && order.telegramUserId === personId;
    if (!isPrivate && !isUser) return translate("bot:cancel_not_yours");
    const answer = await askToCancel(order.userId, orderId);
    if (answer === "not_found") return translate("bot:cancel_unknown");
    if (answer === "order_not_working" || answer.outcome === "over") return translate("bot:cancel_over");
    if (answer.outcome === "accepted") return translate("bot:cancel_accepted");
    return answer.outcome === "refused" ? refused(answer.reason, translate) : translate("bot:cancel_unanswered");
  };
  return async (press, language) => {
    const translate = translator(language);
    try {
      return (await cancel(press, translate)).slice(0, MAX_ANSWER);
    } catch (error) {
      log.willRetry(error);
      return translate("bot:cancel_unanswered");
    }
  };
}

function refused(reason: Reason | null, translate: Translate): string {
  return translate("bot:cancel_refused", { why: translate(`reasons:${reason ?? "VENUE_REFUSED"}`) });
}
