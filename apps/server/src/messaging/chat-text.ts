/** What a chat is shown of a message, by its kind. */
import type { Language } from "@chartrelay/contract";
import { translator, type Translate } from "@chartrelay/locales";
import type { QueuedMessage } from "./message.ts";

export interface ChatText {
  /** HTML as Telegram knows it: `escapeHtml` around whatever isn't ours. */
  readonly html: string;
  /** The same in one line, for a digest. HTML, too. */
  readonly line: string;
  /** A digest leaves no failure out. */
  readonly isFailure: boolean;
}

export interface Wording {
  readonly language: Language;
  readonly translate: Translate;
}

/** Words a message of one kind. */
export type ChatTextOf = (data: Readonly<Record<string, unknown>>, wording: Wording) => ChatText;
export type ChatTexts = Readonly<Record<string, ChatTextOf>>;

/** Makes text safe within Telegram's HTML, which wants these three escaped and no others. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What HTML of ours says without its tags, for a chat that can't have them. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** @throws {RangeError} when no text was written for its kind. */
export function wordMessage({ kind, data, language }: QueuedMessage, texts: ChatTexts): ChatText {
  const wordedBy = texts[kind];
  if (!wordedBy) throw new RangeError(`no text for messages of the kind ${kind}`);
  return wordedBy(data, { language, translate: translator(language) });
}
