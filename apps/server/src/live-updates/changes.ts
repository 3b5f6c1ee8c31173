/** What nodes report to each other of a change: ids only, as a notification holds little. */
import type { EventTopic } from "@chartrelay/contract";

export interface Change {
  readonly userId: string;
  /** `session`: sessions of the user ended. `resync`: too much changed to name it; of everybody where no user is named. */
  readonly topic: EventTopic | "session" | "resync";
  /** Empty where no row is meant. */
  readonly id: string;
}

/** The word for a change that `node` reports. */
export function writeChange({ node, topic, userId, id }: Change & { readonly node: number }): string {
  return [node, topic, userId, id].join(":");
}

/** The way back from `writeChange`. */
export function readChange(word: string): Change & { readonly node: number } {
  const [node = "", topic = "", userId = "", id = ""] = word.split(":");
  return { node: Number(node), topic: topic as Change["topic"], userId, id };
}
