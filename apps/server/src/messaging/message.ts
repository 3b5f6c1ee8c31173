/** A message's types, and its conversion to and from a row. */
import { hash } from "node:crypto";
import type { Language } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import { partitionOf, type Queued } from "../cluster/queue.ts";

export type ChannelName = "TELEGRAM" | "MAIL";

/** A message to be sent, not yet stored. */
export interface NewMessage {
  /** The recipient's user; null for a recipient without one. */
  readonly userId: string | null;
  readonly channel: ChannelName;
  /** Chat id or e-mail address. */
  readonly address: string;
  readonly language: Language;
  /** Which text to send; it is rendered when it is sent. */
  readonly kind: string;
  readonly data: Record<string, unknown>;
  /** At most one message with a given key is ever stored; for example `order:<id>:end`. */
  readonly key?: string;
  /** It isn't sent after this; 24 h by default. */
  readonly expiresAt?: Date;
  /** The order that it reports; when this message ends, the order's `notified_at` is set. */
  readonly orderId?: string;
  /** The alert that it delivers; the alert ends with this message. */
  readonly alertId?: string;
}

/** A stored message in the queue of its chat or address. Only the sender and the channel update its progress. */
export interface QueuedMessage extends Queued {
  readonly userId: string | null;
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
  readonly kind: string;
  /** As of the last attempt: until then it may be replaced. */
  data: Readonly<Record<string, unknown>>;
  /** The order that it reports. */
  readonly orderId: string | null;
  /** The alert that it delivers. */
  readonly alertId: string | null;
  readonly createdAtUs: number;
  /** It is never sent after this time, by the process's monotonic clock. */
  readonly expiresAtMs: number;
  /** The number of stored attempts. */
  attempt: number;
  /** How many parts of a long text were sent for certain. */
  partsSent: number;
  /** Whether an earlier send may have arrived. */
  isInDoubt: boolean;
  /** Messages that the latest send includes. They end as this one does. */
  together: readonly QueuedMessage[];
  /** The channel's last answer. */
  lastResponse: string | null;
  /** The times just before the latest send and just after its answer, in microseconds since the Unix epoch. */
  sentAtUs: number | null;
  answeredAtUs: number | null;
}

/** The columns from which a queued message is created. */
export interface MessageRow {
  readonly id: string;
  readonly seq: number;
  readonly user_id: string | null;
  readonly channel: ChannelName;
  readonly address: string;
  readonly queue: string;
  readonly partition: number;
  readonly language: Language;
  readonly kind: string;
  readonly data: Record<string, unknown>;
  readonly alert_id: string | null;
  readonly attempt: number;
  readonly parts_sent: number;
  readonly created_at: number;
  readonly order_id: string | null;
}

const DAY_MS = 86_400_000;

/** Returns the name of an address's queue: short and without a comma, because notifications carry it. */
function queueOf(channel: ChannelName, address: string): string {
  return hash("sha256", `${channel} ${address}`, "base64url").slice(0, 26);
}

/** Returns a message, with a new id, as the statements of outbox.ts expect it. */
export function toNewRow(message: NewMessage, nowUs: number) {
  const { userId, channel, address, language, kind, data, key, expiresAt, orderId, alertId } = message;
  const queue = queueOf(channel, address);
  return {
    id: uuidv7(),
    user_id: userId,
    channel,
    address,
    queue,
    partition: partitionOf(queue),
    language,
    kind,
    data: storable(data),
    key: key ?? null,
    order_id: orderId ?? null,
    alert_id: alertId ?? null,
    created_at: nowUs,
    expires_at: (expiresAt?.getTime() ?? nowUs / 1_000 + DAY_MS) * 1_000,
  };
}

/** A message as it is stored. */
export type NewMessageRow = ReturnType<typeof toNewRow>;

/** Creates the queued message of a commit at `atMonotonicMs`, which is now. */
export function newlyQueued(row: NewMessageRow, seq: number, atMonotonicMs: number): QueuedMessage {
  const lifeMs = (row.expires_at - row.created_at) / 1_000;
  return queuedFrom({ ...row, seq, attempt: 0, parts_sent: 0 }, atMonotonicMs + lifeMs);
}

/** Removes what PostgreSQL's JSON can't hold: U+0000 and lone surrogates. */
function storable(data: Record<string, unknown>): Record<string, unknown> {
  const legible = (_: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\u0000", "").toWellFormed() : value;
  return JSON.parse(JSON.stringify(data, legible)) as Record<string, unknown>;
}

/** Creates a queued message from its row. */
export function queuedFrom(row: MessageRow, expiresAtMs: number): QueuedMessage {
  return {
    id: row.id,
    queue: row.queue,
    partition: row.partition,
    seq: row.seq,
    expiresAtMs,
    attempt: row.attempt,
    userId: row.user_id,
    channel: row.channel,
    address: row.address,
    language: row.language,
    kind: row.kind,
    data: row.data,
    orderId: row.order_id,
    alertId: row.alert_id,
    createdAtUs: row.created_at,
    partsSent: row.parts_sent,
    isInDoubt: row.attempt > 0,
    together: [],
    lastResponse: null,
    sentAtUs: null,
    answeredAtUs: null,
  };
}
