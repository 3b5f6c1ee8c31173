/** What the bot wrote, as the people in its chats see it: the oracle of every test about messages. */
import type { TextEntity } from "./text-entity.ts";

export interface Button {
  readonly text: string;
  readonly callback_data?: string | undefined;
  readonly url?: string | undefined;
}

export interface SentMessage {
  readonly chatId: number;
  readonly messageId: number;
  /** As shown, without its formatting. */
  text: string;
  entities: readonly TextEntity[];
  /** Rows of buttons below it. */
  buttons: readonly (readonly Button[])[];
  /** How many times it was edited. */
  edits: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly receivedAt: string;
  /** The same moment in microseconds since the Unix epoch. */
  readonly receivedAtUs: number;
}

export class SentMessages {
  #messages: SentMessage[] = [];

  record(message: SentMessage): void {
    this.#messages.push(message);
  }

  /** Returns messages in order of arrival, of one chat or of all. */
  list(chatId?: number): readonly SentMessage[] {
    return chatId === undefined ? this.#messages : this.#messages.filter((message) => message.chatId === chatId);
  }

  find(chatId: number, messageId: number): SentMessage | undefined {
    return this.#messages.find((message) => message.chatId === chatId && message.messageId === messageId);
  }

  /** Deletes a message, as people may. */
  remove(chatId: number, messageId: number): void {
    this.#messages = this.#messages.filter((each) => each.chatId !== chatId || each.messageId !== messageId);
  }

  /** Forgets everything; a list returned earlier keeps its entries. */
  reset(): void {
    this.#messages = [];
  }
}
