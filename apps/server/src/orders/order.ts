/** An order's types, and its conversion from a message or a row. */
import {
  type CancelAction,
  type CancelMessage,
  isCancel,
  type LegibleFields,
  type OrderMessage,
  type ResendRule,
  type Stage,
  type VenueName,
} from "@chartrelay/contract";
import type { Queued } from "../cluster/queue.ts";
import type { Instruction } from "../strategies/index.ts";
import { type OrderState, restore, type Step } from "./state.ts";

/** A committed order. It is immutable; its progress is in its `Step`. */
export interface Order extends Queued {
  readonly userId: string;
  /** Also the name of its queue. */
  readonly accountId: string;
  readonly venue: VenueName;
  /** Whether the account was a demo account when the signal arrived. */
  readonly isDemo: boolean;
  /** A cancelling message stands among the orders: it is sent when its turn comes. */
  readonly message: OrderMessage | CancelMessage;
  readonly receivedAtUs: number;
  readonly committedAtUs: number;
  /** The strategy whose member it is for. */
  readonly strategyId?: string | null;
  /** The pull of the kill switch that made it. */
  readonly stopId?: string | null;
  /** The signal that made it; undefined where its orders don't depend on each other. */
  readonly signalId?: string;
  /**
   * What its account is to do. Until it is planned, its message has neither a direction nor a quantity; see
   * `messageToSend`.
   */
  readonly instruction?: Instruction | null;
}

/** An order in its account's queue. Only the sender changes its state. */
export interface QueuedOrder extends Order, Mutable<Step> {}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** An order as the accepting commit stores it. */
export interface NewOrder {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  readonly venue: VenueName;
  readonly isDemo: boolean;
  readonly partition: number;
  readonly message: OrderMessage | CancelMessage;
  readonly strategyId?: string | null;
  readonly signalId?: string;
  readonly instruction?: Instruction | null;
  readonly stopId?: string | null;
}

/** When an order was received, by the wall clock and by the monotonic clock. */
interface Receipt {
  readonly receivedAtUs: number;
  readonly receivedAtMonotonicMs: number;
}

/** The columns from which a queued order is created. */
export interface OrderRow {
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
  readonly action: CancelAction | null;
  readonly ticker: string;
  readonly direction: OrderMessage["direction"];
  readonly type: OrderMessage["type"];
  readonly open: string | null;
  readonly quantity: string;
  readonly extras: Partial<OrderMessage> | null;
  readonly received_at: number;
  /** Its age when the row was read. */
  readonly age_us: number;
  readonly committed_at: number;
  readonly answered_at: number | null;
  readonly response_server_json: string | null;
  readonly strategy_id: string | null;
  readonly signal_id: string;
  /** The contract that was taken for a continuous symbol. */
  readonly contract: string | null;
  readonly instruction: Instruction | null;
  readonly stop_id: string | null;
}

/** Splits a message, or what is legible of a wrong one, into the fields that have columns and the rest. */
export function toColumns(message: OrderMessage | CancelMessage | LegibleFields) {
  const { account: _, id: __, ...fields } = message as Partial<OrderMessage & CancelMessage>;
  const { action, ticker, direction, type, contracts, price, ...extras } = fields;
  return { action, ticker, direction, type, open: price, quantity: contracts, extras };
}

/** Rules for sending orders. */
export interface SendRules {
  /** An order older than this is never sent. */
  readonly maxAgeMs: number;
  readonly resendOf: (venue: VenueName) => ResendRule;
}

/** To cancel an order twice does no harm, and needs no look-up. */
const REPEATABLE: ResendRule = { by: "same-id" };

/** Creates the queued order of a new commit. */
export function newlyQueued(
  { id, accountId, partition, userId, venue, isDemo, message, ...ofStrategy }: NewOrder,
  { receivedAtUs, receivedAtMonotonicMs }: Receipt,
  { seq, committedAtUs }: { readonly seq: number; readonly committedAtUs: number },
  { maxAgeMs, resendOf }: SendRules,
): QueuedOrder {
  return {
    id,
    queue: accountId,
    partition,
    seq,
    userId,
    accountId,
    venue,
    isDemo,
    message,
    ...ofStrategy,
    receivedAtUs,
    committedAtUs,
    state: restore({
      expiresAtMs: receivedAtMonotonicMs + maxAgeMs,
      resend: isCancel(message) ? REPEATABLE : resendOf(venue),
    }),
    commands: [],
  };
}

/**
 * Returns the group in which calls to a venue are limited. Each environment has its own hosts: a stalled demo must not
 * delay live orders.
 */
export function environmentOf({ venue, isDemo }: Pick<Order, "venue" | "isDemo">): string {
  return `${venue} ${isDemo ? "demo" : "live"}`;
}

/** Returns the message of an order, as far as its row has it; with the contract that was taken for its ticker. */
export function messageOf(
  row: Pick<OrderRow, "account_id" | "ticker" | "direction" | "type" | "quantity" | "open" | "extras" | "contract">,
): OrderMessage {
  return {
    account: row.account_id,
    ticker: row.contract ?? row.ticker,
    direction: row.direction,
    type: row.type,
    contracts: row.quantity,
    ...(row.open !== null && { price: row.open }),
    ...row.extras,
  };
}

/** Returns an order's message as its venue gets it: with what was planned for it. */
export function messageToSend({
  message,
  state,
}: Pick<QueuedOrder, "message"> & { readonly state: Pick<OrderState, "planned"> }): OrderMessage | CancelMessage {
  const terms = state.planned?.terms;
  if (!terms || isCancel(message)) return message;
  const { direction, quantity, positionSide } = terms;
  const ticker = state.planned?.contract ?? message.ticker;
  return { ...message, ticker, direction, contracts: quantity, ...(positionSide && { positionSide }) };
}

function cancelMessageOf({ account_id: account, ticker }: OrderRow, action: CancelAction): CancelMessage {
  return { account, action, ...(action === "cancel" && { ticker }) };
}

/** Creates a queued order from its row; `askedAtMs` is the monotonic time just before the query. */
export function queuedFrom(row: OrderRow, askedAtMs: number, { maxAgeMs, resendOf }: SendRules): QueuedOrder {
  return {
    id: row.id,
    queue: row.account_id,
    partition: row.partition,
    seq: row.seq,
    userId: row.user_id,
    accountId: row.account_id,
    venue: row.venue,
    isDemo: row.is_demo,
    receivedAtUs: row.received_at,
    committedAtUs: row.committed_at,
    strategyId: row.strategy_id,
    signalId: row.signal_id,
    instruction: row.instruction,
    stopId: row.stop_id,
    message: row.action === null ? messageOf(row) : cancelMessageOf(row, row.action),
    state: restore({
      expiresAtMs: askedAtMs + maxAgeMs - row.age_us / 1_000,
      resend: row.action === null ? resendOf(row.venue) : REPEATABLE,
      attempt: row.attempt,
      keyVersion: row.key_version,
      isOvertaken: row.is_overtaken,
      isMarked: row.stage === "unresolved",
      answeredAtUs: row.answered_at,
      lastResponse: row.response_server_json,
    }),
    commands: [],
  };
}
