/**
 * Rate limits of sends to chats (docs/venues/telegram.md, Limits): one message a second to a chat, twenty a minute to a
 * group, thirty a second in all. Time counts from Telegram's answer to one message to the send of the next, so that
 * network delays can't make more messages arrive within a second than allowed.
 */
import type { Clock } from "../platform/clock.ts";
import type { ChannelLimiter } from "./channel.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const GROUP_PER_MINUTE = 20;
/** A timer may fire a moment early. */
const MARGIN_MS = 5;
/** If this many chats in a row are throttled, the whole bot has sent too much, not those chats. */
const THROTTLED_IN_A_ROW = 5;
/** Chats without a message for a minute are dropped once there are more chats than this. */
const MANY_CHATS = 10_000;

/** Of what a second and a group's minute allow, edits take no more than this share: messages go first. */
const EDITS_SHARE = 0.2;
const EDITS_IN_A_GROUP_SHARE = 0.5;
/** When to ask again for an edit that has to wait for others. */
const EDIT_RETRY_MS = 500;

interface Chat {
  /** When Telegram answered the last messages; at most as many as a group may get in a minute. */
  readonly answeredAtMs: number[];
  /** The same for edits. */
  readonly editedAtMs: number[];
}

export interface ChatPaceOptions {
  readonly clock: Clock;
  /** Messages a second of all nodes together. */
  readonly perSecond: number;
  /** This node's share of all queues, and so of the messages, so that the nodes together keep the limit. */
  readonly share: () => number;
}

export class ChatPace implements ChannelLimiter {
  readonly #options: ChatPaceOptions;
  readonly #chats = new Map<string, Chat>();
  /** Chats with a send in flight for which Telegram was called. */
  readonly #asked = new Set<string>();
  readonly #stopping = new AbortController();
  /** Slots in use of those for one second: a message uses a slot from its send until a second after its answer. */
  #taken = 0;
  readonly #waiting = new Set<() => void>();
  #heldUntilMs = 0;
  readonly #throttledInARow = new Set<string>();

  constructor(options: ChatPaceOptions) {
    this.#options = options;
  }

  async run<T>(_group: string, chat: string, call: () => Promise<T>, owned: AbortSignal): Promise<T> {
    const isOurTurn = await this.#turnOf(chat, owned);
    try {
      return await call();
    } finally {
      if (isOurTurn) this.#endTurn(chat);
    }
  }

  /**
   * Begins an edit if it can hold up no message: the chat has been quiet for a second, nobody waits, and there is room.
   * Returns 0, or how long to wait before asking again. Telegram counts edits as messages, but allows short bursts: a
   * message that comes right after an edit doesn't wait for it.
   */
  beginEdit(chat: string): number {
    const waitMs = Math.max(this.#readyToEditAtMs(chat), this.#heldUntilMs) - this.#options.clock.monotonicMs();
    if (waitMs > 0) return waitMs + MARGIN_MS;
    if (this.#waiting.size > 0 || this.#taken > this.#places() * EDITS_SHARE) return EDIT_RETRY_MS;
    this.#taken += 1;
    return 0;
  }

  /** Call when Telegram has answered the edit. */
  endEdit(chat: string): void {
    this.#note(chat, "editedAtMs", this.#options.clock.monotonicMs());
    void this.#freeAfter(SECOND_MS + MARGIN_MS);
  }

  /** Call just before calling Telegram to send to this chat. */
  asking(chat: string): void {
    this.#asked.add(chat);
  }

  /** Call when Telegram has accepted a message. */
  took(): void {
    this.#throttledInARow.clear();
  }

  /** Call when Telegram throttles. One chat's queue waits anyway; after several chats in a row, all sends wait. */
  throttled(chat: string, retryAfterMs: number): void {
    this.#throttledInARow.add(chat);
    if (this.#throttledInARow.size < THROTTLED_IN_A_ROW) return;
    this.#throttledInARow.clear();
    this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#options.clock.monotonicMs() + retryAfterMs);
  }

  /** Counts a message sent `elapsedMs` ago by an earlier owner of the chat's queue, or before a restart. */
  remember(chat: string, elapsedMs: number): void {
    this.#note(chat, "answeredAtMs", this.#options.clock.monotonicMs() - elapsedMs);
    if (elapsedMs >= SECOND_MS) return;
    this.#taken += 1;
    void this.#freeAfter(SECOND_MS - elapsedMs);
  }

  /** Call when this node's share has changed. */
  wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Ends all waiting. */
  stop(): void {
    this.#stopping.abort();
    this.wake();
  }

  /** Settles with true once a message may be sent, or with false if it is no longer ours to send. */
  async #turnOf(chat: string, owned: AbortSignal): Promise<boolean> {
    const { clock } = this.#options;
    while (!owned.aborted && !this.#stopping.signal.aborted) {
      const waitMs = Math.max(this.#readyAtMs(chat), this.#heldUntilMs) - clock.monotonicMs();
      if (waitMs > 0) await clock.wait(waitMs + MARGIN_MS, owned);
      else if (this.#taken < this.#places()) {
        this.#taken += 1;
        return true;
      } else await this.#woken(owned);
    }
    // A freed slot may have been meant for us: pass it on.
    this.#wakeNext();
    return false;
  }

  #endTurn(chat: string): void {
    if (this.#asked.delete(chat)) {
      this.#note(chat, "answeredAtMs", this.#options.clock.monotonicMs());
      void this.#freeAfter(SECOND_MS + MARGIN_MS);
    } else this.#free();
  }

  async #freeAfter(ms: number): Promise<void> {
    await this.#options.clock.wait(ms, this.#stopping.signal);
    this.#free();
  }

  #free(): void {
    this.#taken -= 1;
    this.#wakeNext();
  }

  /** Wakes the call that has waited longest. */
  #wakeNext(): void {
    const [wake] = this.#waiting;
    wake?.();
  }

  #woken(owned: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        owned.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      owned.addEventListener("abort", wake, { once: true });
    });
  }

  #places(): number {
    const { perSecond, share } = this.#options;
    return Math.max(1, Math.floor(perSecond * share()));
  }

  #readyAtMs(chat: string): number {
    const afterLast = (this.#chats.get(chat)?.answeredAtMs.at(-1) ?? -Infinity) + SECOND_MS + MARGIN_MS;
    return Math.max(afterLast, this.#groupReadyAtMs(chat, GROUP_PER_MINUTE));
  }

  #readyToEditAtMs(chat: string): number {
    const { answeredAtMs = [], editedAtMs = [] } = this.#chats.get(chat) ?? {};
    const lastMs = Math.max(answeredAtMs.at(-1) ?? -Infinity, editedAtMs.at(-1) ?? -Infinity);
    return Math.max(lastMs + SECOND_MS, this.#groupReadyAtMs(chat, GROUP_PER_MINUTE * EDITS_IN_A_GROUP_SHARE));
  }

  /** Returns when a group has had fewer than `most` messages and edits within a minute; for other chats, long ago. */
  #groupReadyAtMs(chat: string, most: number): number {
    // Groups and channels have negative ids, or names.
    if (/^\d/.test(chat)) return -Infinity;
    const { answeredAtMs = [], editedAtMs = [] } = this.#chats.get(chat) ?? {};
    const all = [...answeredAtMs, ...editedAtMs].toSorted((one, other) => one - other);
    return (all.at(-most) ?? -Infinity) + MINUTE_MS + MARGIN_MS;
  }

  #note(chat: string, what: keyof Chat, atMs: number): void {
    const known = this.#chats.get(chat) ?? { answeredAtMs: [], editedAtMs: [] };
    this.#chats.set(chat, { ...known, [what]: [...known[what].slice(1 - GROUP_PER_MINUTE), atMs] });
    if (this.#chats.size <= MANY_CHATS) return;
    const forgottenBeforeMs = this.#options.clock.monotonicMs() - MINUTE_MS;
    for (const [name, { answeredAtMs, editedAtMs }] of this.#chats) {
      const lastMs = Math.max(answeredAtMs.at(-1) ?? -Infinity, editedAtMs.at(-1) ?? -Infinity);
      if (lastMs < forgottenBeforeMs) this.#chats.delete(name);
    }
  }
}
