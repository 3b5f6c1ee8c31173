/** Sends the events of one stream as its faults demand: lost, late, twice, in another order, or not at all. */
import type { CallSubject } from "./calls.ts";
import type { Faults } from "./faults.ts";

/** A connection as a venue's stream uses it. */
export interface EventChannel<Message> {
  send(message: Message): void;
  /** Closes the connection without a word. */
  cut(): void;
  /** Ends this account's events and says so, at venues that do; the connection stays. */
  end?(): void;
  /** Says that the connection will be closed, at venues that do. */
  announceShutdown?(): void;
}

/** How long a swapped event waits for the next one, in milliseconds. */
const SWAPPED_WITHIN_MS = 300;

export class EventDelivery<Message> {
  readonly #faults: Pick<Faults, "takeForEvent">;
  readonly #subject: Omit<CallSubject, "operation" | "account">;
  readonly #channel: EventChannel<Message>;
  readonly #timers = new Set<NodeJS.Timeout>();
  #held: Message | undefined;
  #isSilent = false;
  #isClosed = false;

  constructor(
    faults: Pick<Faults, "takeForEvent">,
    subject: Omit<CallSubject, "operation" | "account">,
    channel: EventChannel<Message>,
  ) {
    this.#faults = faults;
    this.#subject = subject;
    this.#channel = channel;
  }

  /** Whether the stream must send nothing more, signs of life included. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Sends an event that concerns the account. */
  deliver(message: Message, account: string | undefined): void {
    if (this.#isSilent || this.#isClosed) return;
    const fault = this.#faults.takeForEvent({ ...this.#subject, operation: "stream", account });
    switch (fault?.kind) {
      case undefined:
        return this.#send(message);
      case "event-lost":
        return;
      case "event-late":
        return this.#after(fault.latencyMs, () => this.#send(message));
      case "event-twice":
        this.#send(message);
        return this.#send(message);
      case "events-swapped":
        this.#release();
        this.#held = message;
        return this.#after(SWAPPED_WITHIN_MS, () => this.#release());
      case "stream-cut":
        return this.#channel.cut();
      case "stream-ended":
        return this.#channel.end ? this.#channel.end() : this.#channel.cut();
      case "server-shutdown":
        this.#channel.announceShutdown?.();
        this.#send(message);
        return this.#after(fault.closesInMs, () => this.#channel.cut());
      case "stream-silent":
        this.#isSilent = true;
    }
  }

  /** Ends its timers; nothing more is sent. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #send(message: Message): void {
    if (this.#isSilent || this.#isClosed) return;
    this.#channel.send(message);
    this.#release();
  }

  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined && !this.#isSilent && !this.#isClosed) this.#channel.send(held);
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms).unref();
    this.#timers.add(timer);
  }
}
