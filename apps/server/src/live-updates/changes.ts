/** What nodes report to each other about a change: ids only, because a notification is small. */
import type { EventTopic } from "@chartrelay/contract";

export interface Change {
  readonly userId: string;
  /**
   * `session`: sessions of the user have ended. `resync`: too many changes to list; for all users if no user is named.
   */
  readonly topic: EventTopic | "session" | "resync";
  /** Empty if the change isn't about a row. */
  readonly id: string;
  /** Whether the row has just been added. */
  readonly isNew?: boolean;
}

/** Writes a change that `node` reports as a word for the bus. */
export function writeChange({ node, topic, userId, id, isNew }: Change & { readonly node: number }): string {
  return [node, topic, userId, id, isNew ? "new" : ""].join(":");
}

/** Reverses `writeChange`. */
export function readChange(word: string): Change & { readonly node: number } {
  const [node = "", topic = "", userId = "", id = "", age] = word.split(":");
  return { node: Number(node), topic: topic as Change["topic"], userId, id, isNew: age === "new" };
}
