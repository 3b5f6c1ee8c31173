/** A signal: one accepted webhook post and the rows that it creates. */
import { createHash } from "node:crypto";
import type {
  CancelMessage,
  CertificateVerdict,
  ChainLink,
  LegibleFields,
  MessageProblem,
  MessageRepair,
  OrderMessage,
  OtherField,
  Reason,
  Status,
} from "@chartrelay/contract";
import type { NewMessageRow } from "../messaging/index.ts";
import { toColumns, type NewOrder } from "../orders/index.ts";
import { monotonicMicros } from "../platform/db/age.ts";
import { topic } from "../platform/pubsub.ts";
import type { Chained, Settlement } from "./link.ts";

/** What a webhook's route knows about a post. */
export interface Post {
  /** The id of its future signal: greater than any id that this process has created before. */
  readonly id: string;
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** The Idempotency-Key header. */
  readonly idempotencyKey: string | undefined;
  /** Whether TradingView sent it, as far as its address tells; in the sandbox, anybody may stand in for it. */
  readonly isFromTradingView?: boolean;
  /** What its client certificate proves; undefined if nobody can tell. */
  readonly certificate?: CertificateVerdict | undefined;
  /** The query of the webhook's URL. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly receivedAtUs: number;
  readonly receivedAtMonotonicMs: number;
}

export type Receipt = Pick<Post, "receivedAtUs" | "receivedAtMonotonicMs">;

/** A user's alert has come from TradingView, and was not refused. */
export const TRADINGVIEW_ALERT = topic<{
  readonly userId: string;
  /** Whether it was for an order, and not only for a chat. */
  readonly isForOrder: boolean;
}>("alert from TradingView");

/** A signal as the accepting commit stores it, with its orders or alert. */
export interface NewSignal extends Receipt {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  /** Whether it named its account by an old id, from before the id was changed. */
  readonly usedOldId: boolean;
  /** As posted, except for the account's id; null if the alert's row holds it. */
  readonly body: Uint8Array | null;
  /** SHA-256 of the posted content, in base64, to recognise a resend. */
  readonly bodyHash: string;
  readonly idempotencyKey: string | undefined;
  readonly isFromTradingView?: boolean;
  readonly certificate?: CertificateVerdict | undefined;
  readonly otherFields?: readonly OtherField[] | undefined;
  readonly problems?: readonly MessageProblem[];
  readonly repairs?: readonly MessageRepair[];
  /** Signals of one partition are stored in order of arrival. */
  readonly partition: number;
  /** Why nothing is sent for it; its rows store the reason. */
  readonly refusal: Reason | undefined;
  readonly orders: readonly NewOrderRow[];
  readonly alert?: NewAlertRow;
  /** The strategy that it names in place of an account; then `accountId` holds the strategy's own id, too. */
  readonly strategyId?: string;
  /** Its place in its position chain, if that is known before the commit. */
  readonly link?: ChainLink;
  /** Set if it is a link of a position chain: what it trades is decided in the commit. */
  readonly chained?: Chained;
  /** Set if it decides about missing signals of a chain. */
  readonly settles?: Settlement;
}

/** An order of a signal. If its message is wrong, the order is refused on acceptance, and shows what is legible of it. */
export type NewOrderRow = Omit<NewOrder, "message"> & {
  /** Why this order alone isn't sent. */
  readonly refusal?: Reason;
} & (
    | { readonly message: OrderMessage | CancelMessage }
    | { readonly message: undefined; readonly legible: LegibleFields }
  );

/** An alert to a chat, and the message that delivers it. */
export interface NewAlertRow {
  /** Null if there is no chat to send it to. */
  readonly chatId: string | null;
  /** Its content as shown, without the account's id. */
  readonly content: { readonly text: string } | { readonly json: string };
  readonly message: NewMessageRow | undefined;
}

/** The result of a post: its signal, or the earlier signal that it repeats. */
export interface AcceptedSignal {
  readonly id: string;
  /** The current status of its order or alert. */
  readonly status: Status;
  /** The last three have a used key: the same post again, an equal one minutes later, and a different message. */
  readonly kind: "inserted" | "resent" | "repeated" | "duplicate" | "key-reused";
  /** When the signal that used the key was received, in microseconds since the Unix epoch. */
  readonly usedAtUs?: number;
  /** Of a signal to a strategy: its orders, by its accounts' own ids. */
  readonly orders?: readonly AcceptedOrder[];
}

export interface AcceptedOrder {
  readonly id: string;
  readonly accountId: string;
  readonly status: Status;
}

/** Returns the SHA-256 of the posted content, in base64, to recognise a resend. */
export function hashOf(posted: Uint8Array | string): string {
  return createHash("sha256").update(posted).digest("base64");
}

/** Returns the signal's row; `ord` is its index in the batch. */
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
    // Left out of most rows: ordinary alerts have neither, and few installations see certificates.
    certificate: signal.certificate,
    strategy_id: signal.strategyId,
    link: signal.link,
  };
}

/** Returns the rows of its orders; those of a signal that is held wait in no queue. */
export function toOrderRows({ id, orders, refusal: ofAll, receivedAtUs }: NewSignal, isHeld = false) {
  return orders.map((order) => {
    const refusal = ofAll ?? order.refusal;
    return {
      id: order.id,
      signal_id: id,
      user_id: order.userId,
      account_id: order.accountId,
      venue: order.venue,
      is_demo: order.isDemo,
      partition: order.partition,
      received_at: receivedAtUs,
      status: refusal ? "REJECTED" : "NEW",
      stage: refusal ? "done" : isHeld ? "held" : "queued",
      reason: refusal ?? null,
      ...toColumns(order.message ?? order.legible),
      strategy_id: order.strategyId ?? undefined,
      instruction: order.instruction,
    };
  });
}

/** Returns the row of its alert, if it has one. */
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
