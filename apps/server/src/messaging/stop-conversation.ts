/**
 * A conversation about the kill switch: one message, whose buttons lead from what to stop to how, and to a confirmation.
 * Its state is the message's data, so each press counts once, whoever repeats it, and what the stop proves is edited in.
 */
import type { StopLevel, StopScope } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import { NOTIFY_STORED } from "./outbox.ts";
import type { StopStep } from "./stop-tokens.ts";

/** The kind of the message while it asks. Once its stop has something to say, it is a message about that stop. */
export const STOP_CONVERSATION = "stop_conversation";

/** What can be stopped here. Its ids are our own. */
export interface StopTarget {
  readonly userId: string;
  readonly scope: StopScope;
  readonly subjectId: string | null;
  /** The account in words, or the strategy's name; null for everything. */
  readonly name: string | null;
}

export interface StopConversation {
  readonly id: string;
  /** The Telegram user who began it: nobody else's presses count. */
  readonly personId: string;
  /** Until when its buttons work, in milliseconds since the Unix epoch. */
  readonly untilMs: number;
  readonly step: StopStep | "pulled" | "left";
  readonly targets: readonly StopTarget[];
  readonly target: number | null;
  readonly level: StopLevel | null;
}

/** The key of a conversation's message. */
export const stopConversationKey = (id: string): string => `stop conversation:${id}`;

const FIND = "select data from messages where key = $1 and address = $2 and kind = $3";

/** Returns a conversation of a chat; undefined if it is over, or there is none. */
export async function findStopConversation(
  db: Queryable,
  id: string,
  chatId: string,
): Promise<StopConversation | undefined> {
  const [row] = await db.query<{ data: StopConversation }>(FIND, [stopConversationKey(id), chatId, STOP_CONVERSATION]);
  return row?.data;
}

const ADVANCE = `
with stored as (
  update messages set data = $3::jsonb, revision = revision + 1 where key = $1 and kind = $4 and data ->> 'step' = $2
  returning queue
) ${NOTIFY_STORED}`;

/** Leads a conversation on from a step, and edits its message. Returns false if another press has led it on before. */
export async function advanceStopConversation(
  db: Queryable,
  from: StopConversation,
  to: Partial<StopConversation>,
): Promise<boolean> {
  const data = JSON.stringify({ ...from, ...to });
  return (await db.query(ADVANCE, [stopConversationKey(from.id), from.step, data, STOP_CONVERSATION])).length > 0;
}

const CONCLUDE = `
with stored as (
  update messages set kind = $2, data = $3::jsonb, revision = revision + 1
  where key = any($1::text[]) and (kind, data) is distinct from ($2, $3::jsonb)
  returning queue
) ${NOTIFY_STORED}`;

/** Has the messages of conversations say how their stop stands. */
export async function concludeStopConversations(
  db: Queryable,
  ids: readonly string[],
  { kind, data }: { readonly kind: string; readonly data: Readonly<Record<string, unknown>> },
): Promise<void> {
  await db.query(CONCLUDE, [ids.map(stopConversationKey), kind, JSON.stringify(data)]);
}
