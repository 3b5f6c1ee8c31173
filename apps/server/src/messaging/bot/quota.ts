/** How much one chat may ask: whoever floods the bot is not answered, and costs next to nothing. */

const PER_MINUTE = 20;
const MINUTE_MS = 60_000;
/** Chats that are remembered at a time. */
const MAX_CHATS = 10_000;

export class Quota {
  readonly #asked = new Map<string, { readonly sinceMs: number; count: number }>();

  /** Counts a question. False: one too many in this minute. */
  take(chatId: string, nowMs: number): boolean {
    const known = this.#asked.get(chatId);
    if (known && nowMs - known.sinceMs < MINUTE_MS) {
      known.count += 1;
      return known.count <= PER_MINUTE;
    }
    if (this.#asked.size >= MAX_CHATS) this.#asked.clear();
    this.#asked.set(chatId, { sinceMs: nowMs, count: 1 });
    return true;
  }
}
