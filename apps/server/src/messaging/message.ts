/** A message between whoever has something to tell and its columns. */
import { hash } from "node:crypto";
import type { Language } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import { partitionOf, type Queued } from "../cluster/queue.ts";

export type ChannelName = "TELEGRAM" | "MAIL";

/** A message to be sent, not yet stored. */
export interface NewMessage {
  /** Whose it is; null for somebody without a user. */
  readonly userId: string | null;
  readonly channel: ChannelName;
  /** Chat id or e-mail address. */
  readonly address: string;
  readonly language: Language;
  /** Which text; worded when it is sent. */
  readonly kind: string;
  readonly data: Record<string, unknown>;
  /** At most one message of a key is ever stored: `order:<id>:done`, say. */
  readonly key?: string;
  /** Not sent after this; none: 24 h. */
  readonly expiresAt?: Date;
  /** The order that it reports: `notified_at` of the order is set when this message ends. */
  readonly orderId?: string;
  /** The alert row that it delivers, and that ends with it. */
  readonly alertId?: string;
}

/** A stored message in its chat's or address's queue. Only the sender and the channel change how far it is. */
export interface QueuedMessage extends Queued {
  readonly userId: string | null;
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The order that it reports. */
  readonly orderId: string | null;
  /** The alert row that it delivers. */
  readonly alertId: string | null;
  readonly createdAtUs: number;
  /** It is never sent after this, by the process's monotonic clock. */
  readonly expiresAtMs: number;
  /** Attempts that were stored. */
  attempt: number;
  /** Parts of a long text that are out for good. */
  partsSent: number;
  /** An earlier send may have arrived. */
  isInDoubt: boolean;
  /** Messages that the latest send stands for as well. They end as this one does. */
  together: readonly QueuedMessage[];
  /** The channel's last answer. */
  lastResponse: string | null;
  /** Just before the latest send and just after its answer, in microseconds since the Unix epoch. */
  sentAtUs: number | null;
  answeredAtUs: number | null;
}

/** The columns that a queued message is made from. */
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

/** The name of an address's queue: short and without a comma, as it travels in notifications. */
function queueOf(channel: ChannelName, address: string): string {
  return hash("sha256", `${channel} ${address}`, "base64url").slice(0, 26);
}

/** A message as the statements of outbox-sql take it, under a new id. */
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

/** A message as it is put into storage. */
export type NewMessageRow = ReturnType<typeof toNewRow>;

/** A message that was committed just now, at `atMonotonicMs`. */
export function newlyQueued(row: NewMessageRow, seq: number, atMonotonicMs: number): QueuedMessage {
  const lifeMs = (row.expires_at - row.created_at) / 1_000;
  return queuedFrom({ ...row, seq, attempt: 0, parts_sent: 0 }, atMonotonicMs + lifeMs);
}

/** PostgreSQL's JSON takes neither U+0000 nor half a surrogate pair. */
function storable(data: Record<string, unknown>): Record<string, unknown> {
  const legible = (_: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\u0000", "").toWellFormed() : value;
  return JSON.parse(JSON.stringify(data, legible)) as Record<string, unknown>;
}

/** A message as its row has it. */
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
