import { Readable } from "node:stream";
import type { EventName } from "@chartrelay/contract";

/** How much may wait for a reader. Beyond this, events are dropped and the reader has to reload everything. */
const MAX_WAITING_BYTES = 64 * 1024;
/** How long a browser waits before it reconnects. */
const RETRY_MS = 2_000;

/**
 * The server-sent events of one connection. A reader that is too slow costs no more memory than `MAX_WAITING_BYTES`.
 */
export class EventStream extends Readable {
  #lastId = 0;
  #isFull = false;
  #hasMissed = false;

  constructor() {
    super({ highWaterMark: MAX_WAITING_BYTES });
    this.push(`retry: ${RETRY_MS}\n\n`);
  }

  /** Whether events were dropped and the reader doesn't know yet. */
  get isBehind(): boolean {
    return this.#hasMissed;
  }

  tell(name: EventName, data: unknown): void {
    if (this.readableEnded || this.destroyed) return;
    if (this.#isFull) {
      this.#hasMissed = true;
      return;
    }
    this.#lastId += 1;
    this.#isFull = !this.push(`id: ${this.#lastId}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Sends a heartbeat, so that proxies don't take a quiet stream for a dead one. */
  beat(): void {
    if (!this.#isFull && !this.readableEnded && !this.destroyed) this.push(":\n\n");
  }

  /** Ends the stream. */
  finish(): void {
    if (!this.readableEnded && !this.destroyed) this.push(null);
  }

  /** Called when the reader is ready for more. If it missed events, a resync comes first. */
  override _read(): void {
    this.#isFull = false;
    if (!this.#hasMissed) return;
    this.#hasMissed = false;
    this.tell("resync", {});
  }
}
