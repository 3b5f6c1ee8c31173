/** An order between an accepted alert and its columns. */
import { createHash } from "node:crypto";
import type {
  MessageProblem,
  MessageRepair,
  OrderMessage,
  OtherField,
  Reason,
  Stage,
  VenueName,
} from "@chartrelay/contract";
import type { Delivery } from "../../relay/delivery.ts";

/** What is stored of an alert when it is accepted. */
export interface NewOrder {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  readonly venue: VenueName;
  readonly isDemo: boolean;
  readonly partition: number;
  readonly receivedAtUs: number;
  readonly receivedAtMonotonicMs: number;
  /** It named an id of its account that had been changed. */
  readonly usedOldId: boolean;
  /** As it was posted, but for the account's id; neither is that in any other field. */
  readonly body: Uint8Array;
  /** SHA-256 of the body as it was posted, in base64. */
  readonly bodyHash: string;
  readonly idempotencyKey: string | undefined;
  readonly otherFields?: readonly OtherField[];
  readonly content:
    | { readonly message: OrderMessage; readonly repairs: readonly MessageRepair[] }
    | {
        readonly problems: readonly MessageProblem[];
        readonly reason: Reason;
        /** What it said, where that was understood and refused nevertheless. */
        readonly refused?: OrderMessage | undefined;
      };
}

/** SHA-256 of a body as it was posted, in base64: what tells a resend. */
export function bodyHashOf(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("base64");
}

/** A committed order on its way to its venue. */
export interface OrderDelivery extends Delivery {
  readonly userId: string;
  readonly venue: VenueName;
  readonly isDemo: boolean;
  readonly message: OrderMessage;
  readonly receivedAtUs: number;
  readonly committedAtUs: number;
}

/** The columns that a delivery is made from. */
export interface DeliveryRow {
  readonly id: string;
  readonly seq: number;
  readonly user_id: string;
  readonly account_id: string;
  readonly venue: VenueName;
  readonly is_demo: boolean;
  readonly partition: number;
  readonly attempt: number;
  readonly key_version: number | null;
  readonly is_overtaken: boolean;
  readonly stage: Stage;
  readonly ticker: string;
  readonly direction: OrderMessage["direction"];
  readonly type: OrderMessage["type"];
  readonly open: string | null;
  readonly quantity: string;
  readonly extras: Partial<OrderMessage> | null;
  readonly received_at: number;
  /** When it was read. */
  readonly age_us: number;
  readonly committed_at: number;
  readonly sent_at: number | null;
  readonly answered_at: number | null;
  readonly response_server_json: string | null;
}

/** The message's fields that have a column of their own, and the rest. */
export function toColumns(message: OrderMessage) {
  const { account: _, id: __, ticker, direction, type, contracts, price, ...extras } = message;
  return { ticker, direction, type, open: price ?? null, quantity: contracts, extras };
}

/** A delivery for an order that was just committed. */
export function newDelivery(
  order: NewOrder,
  message: OrderMessage,
  seq: number,
  committedAtUs: number,
  maxAgeMs: number,
): OrderDelivery {
  return {
    id: order.id,
    lane: order.accountId,
    partition: order.partition,
    seq,
    expiresAtMonotonicMs: order.receivedAtMonotonicMs + maxAgeMs,
    attempt: 0,
    pin: null,
    stage: "queued",
    userId: order.userId,
    venue: order.venue,
    isDemo: order.isDemo,
    message,
    receivedAtUs: order.receivedAtUs,
    committedAtUs,
  };
}

/** The way back from `toColumns`. */
export function toDelivery(row: DeliveryRow, expiresAtMonotonicMs: number): OrderDelivery {
  return {
    id: row.id,
    lane: row.account_id,
    partition: row.partition,
    seq: row.seq,
    expiresAtMonotonicMs,
    attempt: row.attempt,
    pin: row.key_version,
    isOvertaken: row.is_overtaken,
    stage: row.stage,
    userId: row.user_id,
    venue: row.venue,
    isDemo: row.is_demo,
    receivedAtUs: row.received_at,
    committedAtUs: row.committed_at,
    message: {
      account: row.account_id,
      ticker: row.ticker,
      direction: row.direction,
      type: row.type,
      contracts: row.quantity,
      ...(row.open !== null && { price: row.open }),
      ...row.extras,
    },
    ...(row.sent_at !== null && { sentAtUs: row.sent_at }),
    ...(row.answered_at !== null && { answeredAtUs: row.answered_at }),
    ...(row.response_server_json !== null && { lastResponse: row.response_server_json }),
  };
}
