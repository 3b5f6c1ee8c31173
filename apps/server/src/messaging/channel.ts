/** A way to people: Telegram, or mail. */
import type { Outcome } from "@chartrelay/contract";
import type { ChannelName, QueuedMessage } from "./message.ts";

/** A part of a message is out for good, and the next call sends the next part. */
export interface PartSent {
  readonly kind: "partSent";
}

/** When a channel may be called. */
export interface ChannelLimiter {
  /** Runs `call` once it is the turn of the address. Runs it at once when `owned` aborts: nothing should wait then. */
  run<T>(channel: ChannelName, address: string, call: () => Promise<T>, owned: AbortSignal): Promise<T>;
}

export interface Channel {
  readonly limiter: ChannelLimiter;
  /**
   * Words and sends a message once, and counts its parts in `partsSent`. It may send the news of messages that wait behind it
   * along, if it says so in `together`: they end as this one does.
   */
  place(message: QueuedMessage, waiting: readonly QueuedMessage[], signal: AbortSignal): Promise<Outcome | PartSent>;
}

export type Channels = Partial<Readonly<Record<ChannelName, Channel>>>;
