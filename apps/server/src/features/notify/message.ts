/** A message between whoever has something to tell and its columns. */
import { hash } from "node:crypto";
import type { Language, Stage } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import type { Delivery } from "../../relay/delivery.ts";
import { partitionOf } from "../../relay/partition.ts";

export type ChannelName = "TELEGRAM" | "MAIL";

/** A message to be sent, not yet stored. */
export interface NewMessage {
  /** Whose it is; null for somebody without a user. */
  readonly userId: string | null;
  readonly channel: ChannelName;
  /** Chat id or e-mail address: the lane. */
  readonly address: string;
  readonly language: Language;
  /** Which text; worded when it is sent. */
  readonly kind: string;
  readonly data: Record<string, unknown>;
  /** At most one message of a key is ever stored: `order:<id>:done`, say. */
  readonly key?: string;
  /** Not sent after this; none: 24 h. */
  readonly expiresAt?: Date;
  /** The order that it tells of: `notified_at` of the order is set when this message is settled. */
  readonly orderId?: string;
  /** The alert row that it delivers, settled with it. */
  readonly alertId?: string;
}

/** A stored message on its way. */
export interface MessageDelivery extends Delivery {
  readonly userId: string | null;
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The order that it tells of. */
  readonly orderId: string | null;
  /** The alert row that it delivers. */
  readonly alertId: string | null;
  readonly createdAtUs: number;
  /** Parts of a long text that are out for good. */
  partsSent: number;
  /** An earlier send may have arrived. */
  isInDoubt: boolean;
  /** Those that the latest send stands for as well. They end as this one does. */
  together: readonly MessageDelivery[];
}

/** The columns that a delivery is made from. */
export interface MessageRow {
  readonly id: string;
  readonly seq: number;
  readonly user_id: string | null;
  readonly channel: ChannelName;
  readonly address: string;
  readonly lane: string;
  readonly partition: number;
  readonly language: Language;
  readonly kind: string;
  readonly data: Record<string, unknown>;
  readonly alert_id: string | null;
  readonly stage: Stage;
  readonly attempt: number;
  readonly parts_sent: number;
  readonly created_at: number;
  readonly order_id: string | null;
}

const DAY_MS = 86_400_000;

/** The lane of an address: short and without a comma, as it travels in notifications. */
function laneOf(channel: ChannelName, address: string): string {
  return hash("sha256", `${channel} ${address}`, "base64url").slice(0, 26);
}

/** A message as the statements of outbox-sql take it, under a new id. */
export function toNewRow(message: NewMessage, nowUs: number) {
  const { userId, channel, address, language, kind, data, key, expiresAt, orderId, alertId } = message;
  const lane = laneOf(channel, address);
  return {
    id: uuidv7(),
    user_id: userId,
    channel,
    address,
    lane,
    partition: partitionOf(lane),
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

/** A delivery for a message that was committed just now, at `atMonotonicMs`. */
export function newDelivery(row: NewMessageRow, seq: number, atMonotonicMs: number): MessageDelivery {
  const lifeMs = (row.expires_at - row.created_at) / 1_000;
  return toDelivery({ ...row, seq, stage: "queued", attempt: 0, parts_sent: 0 }, atMonotonicMs + lifeMs);
}

/** PostgreSQL's JSON takes neither U+0000 nor half a surrogate pair. */
function storable(data: Record<string, unknown>): Record<string, unknown> {
  const legible = (_: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\u0000", "").toWellFormed() : value;
  return JSON.parse(JSON.stringify(data, legible)) as Record<string, unknown>;
}

/** The way back from the columns. */
export function toDelivery(row: MessageRow, expiresAtMonotonicMs: number): MessageDelivery {
  return {
    id: row.id,
    lane: row.lane,
    partition: row.partition,
    seq: row.seq,
    expiresAtMonotonicMs,
    attempt: row.attempt,
    pin: null,
    stage: row.stage,
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
  };
}
