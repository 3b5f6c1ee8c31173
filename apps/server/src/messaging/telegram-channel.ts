/**
 * Renders messages to Telegram, splits them to Telegram's limit, and sends each once. telegram-answers interprets the
 * answers.
 */
import type { Outcome, Rejected } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { Api } from "grammy";
import type { Clock } from "../platform/clock.ts";
import type { Channel, PartSent } from "./channel.ts";
import type { ChatPace } from "./chat-pace.ts";
import type { CancelTokens } from "./cancel-tokens.ts";
import type { GapTokens } from "./gap-tokens.ts";
import type { StopTokens } from "./stop-tokens.ts";
import { plainText, wordMessage, type ChatText, type ChatTexts } from "./chat-text.ts";
import type { Chat, Chats } from "./chats.ts";
import { digestOf } from "./digest.ts";
import type { QueuedMessage } from "./message.ts";
import { splitHtml } from "./split.ts";
import { readFailure } from "./telegram-answers.ts";
import type { RetryLog } from "../platform/retry-log.ts";

/** When to retry a chat that couldn't be sent to: Telegram doesn't always report that the bot was let in again. */
const RETRY_CHAT_MS = 3_600_000;
/** Maximum number of messages in a digest; the rest wait for the next one. */
const MOST_IN_A_DIGEST = 200;
/** Only an operator can fix a bad token. */
const RETRY_TOKEN_MS = 15_000;

export interface TelegramChannelOptions {
  readonly api: Pick<Api, "sendMessage">;
  readonly texts: ChatTexts;
  readonly buttons: ButtonTokens;
  /** Returns the site's address, for links. */
  readonly publicUrl: () => string;
  readonly chats: Chats;
  readonly pace: ChatPace;
  readonly clock: Clock;
  /** Called when a group has become a supergroup, to update stored ids. */
  readonly onMigrated: (from: string, to: string) => Promise<void>;
  /** Called when a message is resent although an earlier send may have arrived. */
  readonly onRepeat: () => void;
  readonly log: RetryLog;
}

type Signal = NonNullable<Parameters<Api["sendMessage"]>[3]>;

export function createTelegramChannel(options: TelegramChannelOptions): Channel {
  const { api, texts, buttons, publicUrl, chats, pace, clock, onMigrated, onRepeat, log } = options;

  /** Rendered texts by their data, so that a waiting message is rendered once, however often a digest of it is tried. */
  const worded = new WeakMap<QueuedMessage["data"], ChatText>();
  function word(message: QueuedMessage): ChatText {
    const known = worded.get(message.data) ?? wordMessage(message, texts, publicUrl());
    worded.set(message.data, known);
    return known;
  }

  /** Returns the parts of the message, or a digest of it and those behind it. */
  function compose(message: QueuedMessage, waiting: readonly QueuedMessage[]): readonly string[] {
    const { html } = word(message);
    if (message.partsSent > 0) return splitHtml(html);
    const { language } = message;
    const together = [message, ...waiting.slice(0, MOST_IN_A_DIGEST - 1)];
    const digest = digestOf(together.map(word), { language, translate: translator(language) });
    if (!digest) return splitHtml(html);
    message.together = waiting.slice(0, digest.count - 1);
    return [digest.html];
  }

  async function send(chat: Chat, html: string, below: Below, signal: AbortSignal, isPlain = false): Promise<Outcome> {
    // grammY's signal type lacks members that are newer than its oldest supported runtime.
    const given = signal as unknown as Signal;
    try {
      const format = isPlain ? {} : ({ parse_mode: "HTML" } as const);
      const extras = { ...format, ...NO_PREVIEW, ...keyboard(below, buttons) };
      const sent = await api.sendMessage(idOf(chat.id), isPlain ? plainText(html) : html, extras, given);
      pace.took();
      return { kind: "accepted", response: String(sent.message_id) };
    } catch (error) {
      const failure = readFailure(error);
      switch (failure.kind) {
        case "throttled":
          if (failure.retryAfterMs !== undefined) pace.throttled(chat.id, failure.retryAfterMs);
          return failure;
        case "unparsable":
          return isPlain ? rejected("MESSAGE_REFUSED") : await send(chat, html, below, signal, true);
        case "migrated": {
          if (failure.to === chat.id) return rejected("CHAT_NOT_FOUND");
          await chats.migrate(chat.id, failure.to);
          await onMigrated(chat.id, failure.to).catch(log.willRetry);
          return await send({ id: failure.to }, html, below, signal, isPlain);
        }
        case "disabled":
          await chats.disable(chat.id, failure.reason);
          return rejected(failure.reason, failure.response);
        case "refused":
          return rejected("MESSAGE_REFUSED", failure.response);
        case "unmodified":
        case "uneditable":
          // Only an edit gets these.
          return rejected("MESSAGE_REFUSED");
        case "unauthorized":
          log.willRetry(new Error(`Telegram doesn't take the bot's token: ${failure.response}`));
          return {
            kind: "throttled",
            reason: "TELEGRAM_UNAVAILABLE",
            retryAfterMs: RETRY_TOKEN_MS,
            response: failure.response,
          };
        case "unknown":
          return failure;
      }
    }
  }

  return {
    limiter: pace,
    async place(message, waiting, signal): Promise<Outcome | PartSent> {
      try {
        const chat = await chats.find(message.address);
        if (chat.problem && clock.nowUs() - chat.problem.sinceUs < RETRY_CHAT_MS * 1_000) {
          message.together = waiting;
          return rejected(chat.problem.reason);
        }
        const parts = compose(message, waiting);
        const part = parts[message.partsSent];
        if (part === undefined) return { kind: "accepted", response: null };
        if (message.isInDoubt) onRepeat();
        pace.asking(message.address);
        const isAlone = parts.length === 1 && message.together.length === 0;
        const outcome = await send(chat, part, isAlone ? word(message) : {}, signal);
        if (outcome.kind !== "accepted") return outcome;
        if (chat.problem) await chats.enable(chat.id);
        message.isInDoubt = false;
        message.partsSent += 1;
        return message.partsSent < parts.length && message.together.length === 0 ? { kind: "partSent" } : outcome;
      } catch (error) {
        log.willRetry(error);
        if (error instanceof RangeError) return rejected("MESSAGE_REFUSED");
        // The storage didn't answer; it may later.
        return { kind: "throttled", reason: "TELEGRAM_UNAVAILABLE", response: null };
      }
    },
  };
}

/** Links would unfold below the message. */
export const NO_PREVIEW = { link_preview_options: { is_disabled: true } } as const;

/** What stands below a message. */
export type Below = Pick<ChatText, "button" | "choices" | "stopButtons">;

/** The tokens of the buttons. */
export interface ButtonTokens {
  readonly cancel: Pick<CancelTokens, "write">;
  readonly gap: Pick<GapTokens, "write">;
  readonly stop: Pick<StopTokens, "write">;
}

/** Returns the parameters that put buttons below a message. Without any, an edit removes them. */
export function keyboard({ button, choices = [], stopButtons = [] }: Below, tokens: ButtonTokens) {
  const rows = [
    ...(button ? [[{ text: button.label, callback_data: tokens.cancel.write(button.orderId) }]] : []),
    ...choices.map(({ label, choice, signalId }) => [
      { text: label, callback_data: tokens.gap.write(choice, signalId) },
    ]),
    ...stopButtons.map(({ label, press }) => [{ text: label, callback_data: tokens.stop.write(press) }]),
  ];
  return rows.length === 0 ? {} : { reply_markup: { inline_keyboard: rows } };
}

/** Returns a chat's number, or its name. */
export function idOf(chat: string): number | string {
  return /^-?\d+$/.test(chat) ? Number(chat) : chat;
}

function rejected(reason: Rejected["reason"], response: string | null = null): Rejected {
  return { kind: "rejected", reason, response };
}
