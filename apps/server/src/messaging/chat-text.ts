/** The text of a message in a chat, by its kind. */
import type { Language } from "@chartrelay/contract";
import { translator, type Translate } from "@chartrelay/locales";
import type { GapChoice } from "./gap-tokens.ts";
import type { QueuedMessage } from "./message.ts";
import type { StopPress } from "./stop-tokens.ts";

export interface ChatText {
  /** Telegram's HTML, with everything that isn't ours escaped by `escapeHtml`. */
  readonly html: string;
  /** The same in one line, for a digest; also HTML. */
  readonly line: string;
  /** A digest always includes failures. */
  readonly isFailure: boolean;
  /** Below the message, as long as it stands alone. */
  readonly button?: ChatButton;
  /** Instead of a button, what its reader may choose; each in a row of its own. */
  readonly choices?: readonly ChatChoice[];
  /** Or the choices of a conversation about the kill switch. */
  readonly stopButtons?: readonly StopButton[];
  /** Nothing more will be said of it: a message that can't be edited is sent anew only then. */
  readonly isFinal?: boolean;
}

/** A button that cancels an order. */
export interface ChatButton {
  readonly label: string;
  readonly orderId: string;
}

/** A button that decides about missing signals. */
export interface ChatChoice {
  readonly label: string;
  readonly choice: GapChoice;
  /** The signal that showed the gap. */
  readonly signalId: string;
}

/** A button of the kill switch. */
export interface StopButton {
  readonly label: string;
  readonly press: StopPress;
}

export interface Wording {
  readonly language: Language;
  readonly translate: Translate;
}

export interface ChatWording extends Wording {
  /** The site's address, without a slash at its end. */
  readonly publicUrl: string;
}

/** Renders a message of one kind. */
export type ChatTextOf = (data: Readonly<Record<string, unknown>>, wording: ChatWording) => ChatText;
export type ChatTexts = Readonly<Record<string, ChatTextOf>>;

/** Escapes text for Telegram's HTML, which requires exactly these three escapes. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Converts our HTML to plain text, for a message that can't be sent as HTML. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** @throws {RangeError} if there is no text for its kind. */
export function wordMessage(
  { kind, data, language }: Pick<QueuedMessage, "kind" | "data" | "language">,
  texts: ChatTexts,
  publicUrl: string,
): ChatText {
  const wordedBy = texts[kind];
  if (!wordedBy) throw new RangeError(`no text for messages of the kind ${kind}`);
  return wordedBy(data, { language, translate: translator(language), publicUrl });
}
