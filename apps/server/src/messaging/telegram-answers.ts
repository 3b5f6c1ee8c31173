/** Telegram's answers as outcomes: docs/venues/telegram.md, Errors. */
import type { Reason, Throttled, Unknown } from "@chartrelay/contract";
import { Api, GrammyError, HttpError } from "grammy";

export type Refusal =
  /** The chat can't be written to, and won't by itself. */
  | { readonly kind: "disabled"; readonly reason: Reason; readonly response: string }
  /** The group is a supergroup now. */
  | { readonly kind: "migrated"; readonly to: string }
  /** It doesn't understand our HTML: the same without it may go. */
  | { readonly kind: "unparsable" }
  /** It takes no such message. */
  | { readonly kind: "refused"; readonly response: string }
  /** It doesn't know our token. */
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
/** More can't be meant: all chats may have to wait as long. */
const LONGEST_RETRY_AFTER_S = 24 * 60 * 60;

/** Reads what `sendMessage` threw. */
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
  if (code === 401 || code === 404) return { kind: "unauthorized", response };
  const [, problem] = CHAT_PROBLEMS.find(([pattern]) => pattern.test(description)) ?? [];
  const reason = problem ?? (code === 403 ? "CHAT_FORBIDDEN" : undefined);
  return reason ? { kind: "disabled", reason, response } : { kind: "refused", response };
}

export interface TelegramBot {
  /** Without a slash at the end. */
  readonly apiUrl: string;
  readonly token: string;
  /** Its name in Telegram, without the @; undefined when the operator gave none. */
  readonly name: string | undefined;
  /** Where people open the bot, without its name and without a slash at the end. */
  readonly linkUrl: string;
  /** The most that all nodes together send in a second. */
  readonly messagesPerSecond: number;
}

/** Within the relay's own patience with a call. */
const TIMEOUT_S = 10;

/** A client of Telegram's API that sends once: the relay knows when to send again. */
export function createTelegramApi({ apiUrl, token }: TelegramBot): Api {
  return new Api(token, { apiRoot: apiUrl, timeoutSeconds: TIMEOUT_S });
}
