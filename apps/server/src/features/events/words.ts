/** What nodes tell each other of a change: ids only, as a notification holds little. */
import type { EventTopic } from "@chartrelay/contract";

/** `session`: sessions of the user ended. `resync`: too much changed to name it; of everybody where no user is named. */
type ToldTopic = EventTopic | "session" | "resync";

export interface Told {
  readonly userId: string;
  readonly topic: ToldTopic;
  /** Empty where no row is meant. */
  readonly id: string;
}

/** The word for a change that `node` tells of. */
export function writeWord({ node, topic, userId, id }: Told & { readonly node: number }): string {
  return [node, topic, userId, id].join(":");
}

/** The way back from `writeWord`. */
export function readWord(word: string): Told & { readonly node: number } {
  const [node = "", topic = "", userId = "", id = ""] = word.split(":");
  return { node: Number(node), topic: topic as ToldTopic, userId, id };
}
