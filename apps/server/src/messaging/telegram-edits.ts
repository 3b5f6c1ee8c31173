/** Edits a message in a chat to what it should say now. An edit may be repeated: Telegram says that nothing changed. */
import type { Api } from "grammy";
import type { RetryLog } from "../platform/retry-log.ts";
import type { ChatPace } from "./chat-pace.ts";
import type { ChatText } from "./chat-text.ts";
import type { Chats } from "./chats.ts";
import { readFailure } from "./telegram-answers.ts";
import { type ButtonTokens, idOf, keyboard, NO_PREVIEW } from "./telegram-channel.ts";

/** Timeout of one call. */
const CALL_TIMEOUT_MS = 12_000;

export interface SentText {
  /** The chat's id when it was sent. */
  readonly address: string;
  /** What Telegram calls the message. */
  readonly sentId: string;
}

export type EditOutcome =
  | { readonly kind: "shown" }
  /** It was deleted, or is too old. */
  | { readonly kind: "uneditable" }
  /** Nothing helps: the chat is closed to us, or Telegram refuses the text. */
  | { readonly kind: "hopeless" }
  | { readonly kind: "later"; readonly waitMs: number | undefined };

export interface TelegramEditsOptions {
  readonly api: Pick<Api, "editMessageText">;
  readonly chats: Pick<Chats, "find">;
  readonly pace: Pick<ChatPace, "endEdit" | "throttled">;
  readonly buttons: ButtonTokens;
  readonly log: RetryLog;
}

type Signal = NonNullable<Parameters<Api["editMessageText"]>[4]>;

/** Edits a message; `pace.beginEdit` must have allowed it. Never rejects. */
export type Edit = (sent: SentText, text: ChatText) => Promise<EditOutcome>;

export function createTelegramEdits({ api, chats, pace, buttons, log }: TelegramEditsOptions): Edit {
  return async ({ address, sentId }, text) => {
    try {
      // A group that has become a supergroup has new message ids: there, Telegram doesn't find the message.
      const chat = await chats.find(address);
      if (chat.problem) return { kind: "hopeless" };
      const format = { parse_mode: "HTML", ...NO_PREVIEW, ...keyboard(text, buttons) } as const;
      const signal = AbortSignal.timeout(CALL_TIMEOUT_MS) as unknown as Signal;
      await api.editMessageText(idOf(chat.id), Number(sentId), text.html, format, signal);
      return { kind: "shown" };
    } catch (error) {
      const failure = readFailure(error);
      switch (failure.kind) {
        case "unmodified":
          return { kind: "shown" };
        case "uneditable":
        case "migrated":
          return { kind: "uneditable" };
        case "disabled":
        case "refused":
        case "unparsable":
          return { kind: "hopeless" };
        case "throttled":
          if (failure.retryAfterMs !== undefined) pace.throttled(address, failure.retryAfterMs);
          return { kind: "later", waitMs: failure.retryAfterMs };
        case "unauthorized":
        case "unknown":
          log.willRetry(error);
          return { kind: "later", waitMs: undefined };
      }
    } finally {
      pace.endEdit(address);
    }
  };
}
