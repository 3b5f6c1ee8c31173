/** What people do in the bot's chats, kept until the bot has fetched it. */
import { setTimeout as delay } from "node:timers/promises";
import type { Answer } from "../fault-delivery.ts";
import { refused, succeeded } from "./refusals.ts";

export interface Update {
  readonly update_id: number;
  readonly message?: object;
  readonly callback_query?: object;
  readonly my_chat_member?: object;
}
export type NewUpdate = Omit<Update, "update_id">;

interface Poll {
  /** Ends the wait: with the pending updates, or with another answer. */
  readonly end: (answer?: Answer) => void;
}

const MAX_TIMEOUT_S = 50;
const MAX_UPDATES = 100;
/**
 * A poller that has just hung up to poll again may be its own successor: the notice that it left may arrive after the
 * new poll.
 */
const LEAVING_MS = 50;

export class Updates {
  #queue: Update[] = [];
  #nextId = 1;
  #poll: Poll | undefined;
  #conflicts = 0;
  #polls = 0;

  add(update: NewUpdate): void {
    this.#queue.push({ update_id: this.#nextId, ...update });
    this.#nextId += 1;
    this.#poll?.end();
  }

  /** Updates that haven't been fetched, or that the next offset hasn't confirmed. */
  pending(): readonly Update[] {
    return this.#queue;
  }

  /** Pollers that were turned away because another one came: two bots ran at once. */
  get conflicts(): number {
    return this.#conflicts;
  }

  get polls(): number {
    return this.#polls;
  }

  /**
   * Returns updates from `offset` on, and forgets earlier ones; a negative offset counts from the end. Waits up to
   * `timeoutS` while there are none. A poller that is already waiting is turned away with a 409. `gone` ends the wait.
   */
  async fetch(offset: number, limit: number, timeoutS: number, gone: AbortSignal): Promise<Answer> {
    this.#polls += 1;
    this.#poll?.end(TWO_POLLERS);
    if (offset < 0) this.#queue = this.#queue.slice(offset);
    else this.#queue = this.#queue.filter(({ update_id: id }) => id >= offset);
    const answer = () => succeeded(this.#queue.slice(0, Math.min(limit, MAX_UPDATES)));
    if (this.#queue.length > 0 || timeoutS <= 0) return answer();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => poll.end(), Math.min(timeoutS, MAX_TIMEOUT_S) * 1_000);
    const leave = () => poll.end();
    const poll: Poll = {
      end: (instead) => {
        clearTimeout(timer);
        gone.removeEventListener("abort", leave);
        if (this.#poll === poll) this.#poll = undefined;
        resolve(instead ?? answer());
      },
    };
    this.#poll = poll;
    gone.addEventListener("abort", leave);
    const given = await promise;
    if (given === TWO_POLLERS) {
      await delay(LEAVING_MS);
      if (!gone.aborted) this.#conflicts += 1;
    }
    return given;
  }

  /** Removes the oldest updates, as an answered webhook does. */
  confirm(id: number): void {
    this.#queue = this.#queue.filter((update) => update.update_id > id);
  }

  drop(): void {
    this.#queue = [];
  }

  reset(): void {
    this.drop();
    this.#conflicts = 0;
    this.#polls = 0;
  }
}

const TWO_POLLERS = refused(
  409,
  "terminated by other getUpdates request; make sure that only one bot instance is running",
);
export const POLLED_BESIDE_WEBHOOK = refused(
  409,
  "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
);
