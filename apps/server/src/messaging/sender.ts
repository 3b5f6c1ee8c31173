/** Sends the messages of one chat or address, one after another, and retries each until it has arrived or expired. */
import type { Accepted, Outcome, Reason, Rejected } from "@chartrelay/contract";
import type { IntakePriority } from "../cluster/intake-priority.ts";
import type { Queue } from "../cluster/queue.ts";
import type { Worker } from "../cluster/queues.ts";
import type { Clock } from "../platform/clock.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { Channels, PartSent } from "./channel.ts";
import type { QueuedMessage } from "./message.ts";
import type { MessageStore } from "./store.ts";

/** Timeout of one call to a channel. */
const CALL_TIMEOUT_MS = 12_000;
/** Delays between resends after an unknown outcome; the last one repeats. Two messages are better than none. */
const REPEAT_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 15_000];
/** Minimum delays between retries at a channel that throttles, whatever it asks for. The last one repeats. */
const THROTTLE_DELAYS_MS = [250, 500, 1_000, 2_000, 5_000];
/** Delays between retries while the storage doesn't answer; the last one repeats. */
const STORAGE_DELAYS_MS = [50, 100, 250, 500, 1_000];
/** How long to wait before reloading a queue that another node has changed. */
const RELOAD_DELAY_MS = 50;

export interface MessageWorkerOptions {
  readonly store: MessageStore;
  readonly channels: Channels;
  readonly clock: Clock;
  readonly intakePriority: Pick<IntakePriority, "yieldToIntake">;
  /** Returns whether this node owns its queues for certain. */
  readonly holdsLocks: () => boolean;
  /** Called when a message has ended, and with it those that were sent together with it. */
  readonly onEnded: (message: QueuedMessage, end: Accepted | Rejected) => void;
  readonly log: RetryLog;
}

/** The result of one try: an outcome, or why there was none. */
type Try = Outcome | PartSent | "stale" | "stopped";

export class MessageWorker implements Worker {
  readonly #queue: Queue<QueuedMessage>;
  readonly #owned: AbortSignal;
  readonly #options: MessageWorkerOptions;

  /** `owned` aborts when this node loses the queue. */
  constructor(queue: Queue<QueuedMessage>, owned: AbortSignal, options: MessageWorkerOptions) {
    this.#queue = queue;
    this.#owned = owned;
    this.#options = options;
  }

  /** Sends the first message until it ends. */
  async step(): Promise<void> {
    const message = this.#queue.first;
    if (!message) return;
    const { clock } = this.#options;
    for (let tries = 0; ; tries += 1) {
      const came = await this.#tryOnce(message);
      if (came === "stopped") return;
      if (came === "stale") return await this.#reload();
      if (came.kind === "partSent") {
        tries = -1;
        continue;
      }
      if (came.kind === "accepted" || came.kind === "rejected") return await this.#end(message, came);
      const [reason, waitMs]: [Reason, number] =
        came.kind === "unknown"
          ? ["OUTCOME_UNKNOWN", backoff(REPEAT_DELAYS_MS, tries)]
          : [came.reason, Math.max(came.retryAfterMs ?? 0, backoff(THROTTLE_DELAYS_MS, tries))];
      if (clock.monotonicMs() + waitMs >= message.expiresAtMs)
        return await this.#end(message, refused(reason, message));
      await clock.wait(waitMs, this.#owned);
    }
  }

  /** Does nothing, because no work outlives its step. */
  async stop(): Promise<void> {}

  async #tryOnce(message: QueuedMessage): Promise<Try> {
    const { channels, store, clock, intakePriority, holdsLocks } = this.#options;
    const channel = channels[message.channel];
    if (!channel) return refused("CHANNEL_NOT_SET_UP", message);
    return await channel.limiter.run(
      message.channel,
      message.address,
      async () => {
        await intakePriority.yieldToIntake(this.#owned);
        if (this.#owned.aborted) return "stopped";
        if (isExpired(message, clock)) return refused("EXPIRED", message);
        const isStored = await this.#write(() => store.storeAttempt(message));
        if (isStored === undefined || (isStored && (this.#owned.aborted || !holdsLocks()))) return "stopped";
        if (!isStored) return "stale";
        message.attempt += 1;
        // The message may have expired during the commit.
        if (isExpired(message, clock)) return refused("EXPIRED", message);
        return await this.#send(message);
      },
      this.#owned,
    );
  }

  async #send(message: QueuedMessage): Promise<Outcome | PartSent> {
    const { channels, clock } = this.#options;
    const waiting = this.#queue.items.filter(({ id }) => id !== message.id);
    message.together = [];
    message.sentAtUs = clock.nowUs();
    const came = await channels[message.channel]?.place(message, waiting, clock.timeout(CALL_TIMEOUT_MS));
    message.answeredAtUs = clock.nowUs();
    if (!came) throw new TypeError("a channel went away");
    if (came.kind === "unknown") message.isInDoubt = true;
    if (came.kind !== "partSent" && came.response !== null) message.lastResponse = came.response;
    return came;
  }

  async #end(message: QueuedMessage, end: Accepted | Rejected): Promise<void> {
    const isStored = await this.#write(() => this.#options.store.storeEnd(message, end));
    if (isStored === undefined) return;
    if (!isStored) return await this.#reload();
    this.#options.onEnded(message, end);
    for (const { id } of [message, ...message.together]) this.#queue.remove(id);
  }

  async #reload(): Promise<void> {
    const { store, clock, log } = this.#options;
    await clock.wait(RELOAD_DELAY_MS, this.#owned);
    if (this.#owned.aborted) return;
    const before = new Set(this.#queue.items.map(({ id }) => id));
    try {
      this.#queue.replace(await store.loadQueue(this.#queue.name), before);
    } catch (error) {
      log.willRetry(error);
    }
  }

  /**
   * Retries a write until the storage accepts it; each is a compare-and-set. Returns undefined once the queue isn't
   * ours.
   */
  async #write(write: () => Promise<boolean>): Promise<boolean | undefined> {
    const { clock, log } = this.#options;
    for (let tries = 0; ; tries += 1) {
      try {
        return await write();
      } catch (error) {
        log.willRetry(error);
        if (this.#owned.aborted) return undefined;
        await clock.wait(backoff(STORAGE_DELAYS_MS, tries), this.#owned);
      }
    }
  }
}

function isExpired({ expiresAtMs }: QueuedMessage, clock: Clock): boolean {
  return clock.monotonicMs() >= expiresAtMs;
}

/** Builds a refusal of ours, with the channel's last answer if there was one. */
function refused(reason: Reason, { lastResponse }: QueuedMessage): Rejected {
  return { kind: "rejected", reason, response: lastResponse };
}

function backoff(delaysMs: readonly number[], tries: number): number {
  return delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0;
}
