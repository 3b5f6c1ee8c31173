/** A channel to people: Telegram, or mail. */
import type { Outcome } from "@chartrelay/contract";
import type { ChannelName, QueuedMessage } from "./message.ts";

/** A part of a message was sent for certain; the next call sends the next part. */
export interface PartSent {
  readonly kind: "partSent";
}

/** When a channel may be called. */
export interface ChannelLimiter {
  /** Runs `call` once it is the address's turn, or at once when `owned` aborts, because nothing should wait then. */
  run<T>(channel: ChannelName, address: string, call: () => Promise<T>, owned: AbortSignal): Promise<T>;
}

export interface Channel {
  readonly limiter: ChannelLimiter;
  /**
   * Renders and sends a message once, and counts its parts in `partsSent`. It may include messages that wait behind it,
   * if it lists them in `together`: they end as this one does.
   */
  place(message: QueuedMessage, waiting: readonly QueuedMessage[], signal: AbortSignal): Promise<Outcome | PartSent>;
}

export type Channels = Partial<Readonly<Record<ChannelName, Channel>>>;
