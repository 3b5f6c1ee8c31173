/** A signal: one accepted post to a webhook, and the rows that it makes. */
import { createHash } from "node:crypto";
import type { MessageProblem, MessageRepair, OrderMessage, OtherField, Reason, Status } from "@chartrelay/contract";
import type { NewMessageRow } from "../messaging/index.ts";
import { toColumns, type NewOrder } from "../orders/index.ts";
import { monotonicMicros } from "../platform/db/age.ts";

/** What a webhook's route knows of a post. */
export interface Post {
  /** What its signal will be called: greater than any that this process made before. */
  readonly id: string;
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** The Idempotency-Key header. */
  readonly idempotencyKey: string | undefined;
  /** What the webhook's address says beside its path. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly receivedAtUs: number;
  readonly receivedAtMonotonicMs: number;
}

export type Receipt = Pick<Post, "receivedAtUs" | "receivedAtMonotonicMs">;

/** A signal as the accepting commit stores it, with what it makes. */
export interface NewSignal extends Receipt {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  /** It named an id of its account that had been changed. */
  readonly usedOldId: boolean;
  /** As it was posted, except for the account's id; null where the alert's own row has it. */
  readonly body: Uint8Array | null;
  /** SHA-256 of what was posted, in base64: what tells a resend. */
  readonly bodyHash: string;
  readonly idempotencyKey: string | undefined;
  readonly otherFields?: readonly OtherField[] | undefined;
  readonly problems?: readonly MessageProblem[];
  readonly repairs?: readonly MessageRepair[];
  /** Signals of one partition are stored in the order of their arrival. */
  readonly partition: number;
  /** Why it makes nothing that is sent; its rows say so. */
  readonly refusal: Reason | undefined;
  readonly orders: readonly NewOrderRow[];
  readonly alert?: NewAlertRow;
}

/** An order of a signal. One that is refused at once may lack what its message didn't say. */
export type NewOrderRow = Omit<NewOrder, "message"> & { readonly message: OrderMessage | undefined };

/** An alert to a chat, and the message that delivers it. */
export interface NewAlertRow {
  /** Null: there is none to send it to. */
  readonly chatId: string | null;
  /** What is shown of it, except for the account's id. */
  readonly content: { readonly text: string } | { readonly json: string };
  readonly message: NewMessageRow | undefined;
}

/** What became of a post: the signal that stands for it, which is an earlier one when this was a resend. */
export interface AcceptedSignal {
  readonly id: string;
  /** Of its order or alert, at this moment. */
  readonly status: Status;
  /** The last three are of a used key: the same post again, an equal one minutes later, and another message. */
  readonly kind: "inserted" | "resent" | "repeated" | "duplicate" | "key-reused";
  /** When the signal came that used the key, in microseconds since the Unix epoch. */
  readonly usedAtUs?: number;
}

/** SHA-256 of what was posted, in base64: what tells a resend. */
export function hashOf(posted: Uint8Array | string): string {
  return createHash("sha256").update(posted).digest("base64");
}

/** The signal's row, `ord` being its place in the batch. */
export function toSignalRow(signal: NewSignal, ord: number) {
  return {
    ord,
    id: signal.id,
    user_id: signal.userId,
    account_id: signal.accountId,
    is_refused: signal.refusal !== undefined,
    body: signal.body && Buffer.from(signal.body).toString("base64"),
    used_old_id: signal.usedOldId,
    body_hash: signal.bodyHash,
    idempotency_key: signal.idempotencyKey ?? null,
    other_fields: signal.otherFields?.length ? signal.otherFields : null,
    problems: signal.problems ?? null,
    repairs: signal.repairs?.length ? signal.repairs : null,
    received_at: signal.receivedAtUs,
    received_at_monotonic: monotonicMicros(signal.receivedAtMonotonicMs),
  };
}

/** The rows of its orders. */
export function toOrderRows({ id, orders, refusal, receivedAtUs }: NewSignal) {
  return orders.map((order) => ({
    id: order.id,
    signal_id: id,
    user_id: order.userId,
    account_id: order.accountId,
    venue: order.venue,
    is_demo: order.isDemo,
    partition: order.partition,
    received_at: receivedAtUs,
    status: refusal ? "REJECTED" : "NEW",
    stage: refusal ? "done" : "queued",
    reason: refusal ?? null,
    ...(order.message && toColumns(order.message)),
  }));
}

/** The row of its alert, if it is one. */
export function toAlertRows({ id, userId, accountId, alert, refusal, receivedAtUs }: NewSignal) {
  if (!alert) return [];
  const { chatId, content } = alert;
  return [
    {
      id,
      user_id: userId,
      account_id: accountId,
      chat_id: chatId,
      status: refusal ? "REJECTED" : "NEW",
      reason: refusal ?? null,
      message: "text" in content ? content.text : null,
      json: "json" in content ? content.json : null,
      received_at: receivedAtUs,
    },
  ];
}
