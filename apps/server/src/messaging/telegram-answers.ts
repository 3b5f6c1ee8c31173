/** Maps Telegram's answers to outcomes: docs/venues/telegram.md, Errors. */
import type { Reason, Throttled, Unknown } from "@chartrelay/contract";
import { Api, type ApiClientOptions, GrammyError, HttpError } from "grammy";

export type Refusal =
  /** The chat can't be sent to, and a retry won't help. */
  | { readonly kind: "disabled"; readonly reason: Reason; readonly response: string }
  /** The group has become a supergroup. */
  | { readonly kind: "migrated"; readonly to: string }
  /** Telegram can't parse our HTML: the same text without it may work. */
  | { readonly kind: "unparsable" }
  /** An edit wouldn't change anything: an earlier one has arrived. */
  | { readonly kind: "unmodified" }
  /** The message was deleted, or is too old to be edited. */
  | { readonly kind: "uneditable" }
  /** Telegram refuses this message. */
  | { readonly kind: "refused"; readonly response: string }
  /** Telegram doesn't know our token. */
  | { readonly kind: "unauthorized"; readonly response: string };

const CHAT_PROBLEMS: readonly (readonly [RegExp, Reason])[] = [
  [/bot was kicked|bot is not a member|bot was removed/i, "CHAT_BOT_REMOVED"],
  [/can't initiate conversation|can't send messages to bots/i, "CHAT_NOT_STARTED"],
  [/bot was blocked|user is deactivated/i, "CHAT_BLOCKED"],
  [/chat not found|PEER_ID_INVALID|group chat was deactivated|the group has been deleted/i, "CHAT_NOT_FOUND"],
  [/not enough rights|have no rights|need administrator rights|CHAT_WRITE_FORBIDDEN/i, "CHAT_FORBIDDEN"],
];
/** The connection was never made, so nothing can have arrived. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
const DEFAULT_RETRY_AFTER_S = 1;
/** A longer time can't be meant, and all chats may have to wait that long. */
const LONGEST_RETRY_AFTER_S = 24 * 60 * 60;

/** Interprets an error of `sendMessage` or `editMessageText`. */
export function readFailure(error: unknown): Refusal | Throttled | Unknown {
  if (error instanceof GrammyError) return readRefusal(error);
  const cause = error instanceof HttpError ? error.error : error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  if (NEVER_SENT.has(String(code))) return { kind: "throttled", reason: "TELEGRAM_UNAVAILABLE", response: null };
  return { kind: "unknown", cause: String(code ?? message), response: null };
}

function readRefusal({ error_code: code, description, parameters }: GrammyError): Refusal | Throttled | Unknown {
  const response = `${code} ${description}`;
  if (code === 429) {
    const asked = parameters.retry_after ?? 0;
    const retryAfterMs = (asked > 0 && asked <= LONGEST_RETRY_AFTER_S ? asked : DEFAULT_RETRY_AFTER_S) * 1_000;
    return { kind: "throttled", reason: "TELEGRAM_THROTTLED", retryAfterMs, response };
  }
  if (code >= 500) return { kind: "unknown", cause: response, response };
  if (parameters.migrate_to_chat_id !== undefined)
    return { kind: "migrated", to: String(parameters.migrate_to_chat_id) };
  if (/can't parse entities/i.test(description)) return { kind: "unparsable" };
  if (/message is not modified/i.test(description)) return { kind: "unmodified" };
  if (/message can't be edited|message to edit not found|MESSAGE_ID_INVALID/i.test(description))
    return { kind: "uneditable" };
  if (code === 401 || code === 404) return { kind: "unauthorized", response };
  const [, problem] = CHAT_PROBLEMS.find(([pattern]) => pattern.test(description)) ?? [];
  const reason = problem ?? (code === 403 ? "CHAT_FORBIDDEN" : undefined);
  return reason ? { kind: "disabled", reason, response } : { kind: "refused", response };
}

export interface TelegramBot {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly token: string;
  /** Its name in Telegram, without the @; undefined if the operator didn't set it. */
  readonly name: string | undefined;
  /** The URL at which people open the bot, without its name and without a trailing slash. */
  readonly linkUrl: string;
  /** The maximum for all nodes together. */
  readonly messagesPerSecond: number;
}

/** Less than the relay's own timeout of a call. */
const TIMEOUT_S = 10;

/** Creates a client of Telegram's API that never resends: the relay decides about resends. */
export function createTelegramApi(bot: TelegramBot): Api {
  return new Api(bot.token, telegramClient(bot, TIMEOUT_S));
}

/** How Telegram's API is called. It redirects nobody: a redirect would take messages elsewhere. */
export function telegramClient({ apiUrl }: Pick<TelegramBot, "apiUrl">, timeoutSeconds: number): ApiClientOptions {
  return { apiRoot: apiUrl, timeoutSeconds, baseFetchConfig: { redirect: "error" } };
}
