/** The way of messages to people: a channel each, plugged into the relay. */
import type { Outcome } from "@chartrelay/contract";
import type { Destination, Partly, Turns } from "../../relay/delivery.ts";
import type { ChannelName, MessageDelivery } from "./message.ts";

export interface Channel {
  /** When it may be called: `group` is the channel's name, `party` the address. */
  readonly turns: Turns;
  /**
   * Words and sends a message once. It may tell the news of messages that wait behind it along with it, if it says so in
   * `delivery.together`: they end as this one does.
   */
  place(delivery: MessageDelivery, waiting: readonly MessageDelivery[], signal: AbortSignal): Promise<Outcome | Partly>;
}

export type Channels = Partial<Readonly<Record<ChannelName, Channel>>>;

/** The relay's destination for messages. */
export function createMessageDestination(
  channels: Channels,
  waitingBehind: (delivery: MessageDelivery) => readonly MessageDelivery[],
): Destination<MessageDelivery> {
  const placeWith = (channel: Channel, delivery: MessageDelivery) => async (signal: AbortSignal) => {
    delivery.together = [];
    const outcome = await channel.place(delivery, waitingBehind(delivery), signal);
    if (outcome.kind === "unknown") delivery.isInDoubt = true;
    return outcome;
  };
  return {
    group: ({ channel }) => channel,
    party: ({ address }) => address,
    // Neither Telegram nor mail tells a message from its repetition, or can be asked for one.
    resend: () => ({ by: "repeat" }),
    admit(delivery) {
      const channel = channels[delivery.channel];
      if (!channel) return Promise.resolve({ kind: "rejected", reason: "CHANNEL_NOT_SET_UP", response: null });
      return Promise.resolve({ kind: "admitted", pin: null, mayOvertake: false, send: placeWith(channel, delivery) });
    },
    find: () => Promise.resolve({ kind: "unclear", cause: "messages are not looked up" }),
  };
}

/** Hands each call to the turns of its channel. */
export function turnsOf(channels: Channels): Turns {
  return {
    run: (group, party, call, owned) => channels[group as ChannelName]?.turns.run(group, party, call, owned) ?? call(),
  };
}
