/** Queries for orders to notify their users of, and where. */
import type {
  CancelAction,
  CancelTarget,
  ExecutionState,
  Language,
  MessageProblem,
  Notifications,
  OrderSide,
  OrderType,
  OtherField,
  Reason,
  VenueName,
} from "@chartrelay/contract";
import { CANCEL_TARGETS } from "../../orders/index.ts";
import { DATABASE_NOW_US } from "../../platform/db/age.ts";

export interface OrderToNotify {
  readonly id: string;
  readonly userId: string;
  /** Null if the account was deleted, like `keyEnding`. */
  readonly name: string | null;
  readonly venue: VenueName;
  readonly keyEnding: string | null;
  readonly isDemo: boolean;
  readonly status: "NEW" | "CREATED" | "REJECTED";
  readonly reason: Reason | null;
  readonly ticker: string | null;
  readonly direction: OrderSide | null;
  readonly type: OrderType | null;
  readonly open: string | null;
  readonly quantity: string | null;
  readonly problems: readonly MessageProblem[] | null;
  /** What its message asks for instead of an order. */
  readonly action: CancelAction | null;
  readonly cancels: readonly CancelTarget[] | null;
  readonly otherFields: readonly OtherField[] | null;
  readonly state: ExecutionState | null;
  readonly filledQuantity: string | null;
  readonly averagePrice: string | null;
  readonly executionReason: Reason | null;
  readonly executionAt: number | null;
  /** What a price of the instrument is worth, as far as the reports know it. */
  readonly unitValue: string | null;
  readonly tick: string | null;
  readonly currency: string | null;
  readonly response: string | null;
  readonly receivedAt: number;
  readonly answeredAt: number | null;
  /** The account's chat, else the user's own; null if there is none. */
  readonly chat: string | null;
  /** Whether its user has proved who they are in Telegram. */
  readonly hasPerson: boolean;
  /** Null if the user was deleted. */
  readonly language: Language | null;
  readonly notifications: Notifications | null;
  readonly wasUnresolved: boolean;
  readonly signalId: string;
  /** How many orders its signal has made for its strategy's accounts; 1 for an order of an account alone. */
  readonly signalOrders: number;
}

/** Returns the key of the notification that an order's outcome is unknown. */
export const unresolvedKey = (orderId: string): string => `order:${orderId}:unresolved`;
/** Returns the key of the notification of how an order ended. */
export const endKey = (orderId: string): string => `order:${orderId}:end`;

const SELECT = `
select orders.id, orders.signal_id as "signalId", case when orders.strategy_id is null then 1 else (
    select count(*)::int from orders sibling where sibling.signal_id = orders.signal_id and sibling.strategy_id is not null) end as "signalOrders",
  orders.user_id as "userId", accounts.name, orders.venue, accounts.key_ending as "keyEnding", orders.is_demo as "isDemo", orders.status, orders.reason,
  orders.action, orders.ticker, orders.direction, orders.type, orders.open, orders.quantity, signals.problems, signals.other_fields as "otherFields",
  orders.response_server_json as response, orders.received_at as "receivedAt", orders.answered_at as "answeredAt",
  orders.execution_state as "state", orders.filled_quantity as "filledQuantity", orders.average_price as "averagePrice",
  orders.execution_reason as "executionReason", orders.execution_at as "executionAt", ${CANCEL_TARGETS} as cancels,
  own_holdings.unit_value::text as "unitValue", own_holdings.tick::text, own_holdings.currency,
  coalesce(accounts.telegram_chat_id, users.telegram_chat_id) as chat, users.telegram_user_id is not null as "hasPerson",
  users.language, users.notifications,
  exists (select from messages where messages.key = 'order:' || orders.id || ':unresolved') as "wasUnresolved"
from orders left join signals on signals.id = orders.signal_id left join users on users.id = orders.user_id left join accounts on accounts.id = orders.account_id
  left join own_holdings on own_holdings.account_id = orders.account_id
    and own_holdings.symbol = (select symbol from fills where fills.order_id = orders.id limit 1)
where orders.partition = any($1::int[])`;

/** Ended, or executed further, and not notified yet, oldest first. */
export const ENDED = `${SELECT} and orders.status <> 'NEW' and not orders.is_notified order by orders.seq limit $2`;
/** Received more than $2 microseconds ago, and still unresolved. */
export const UNRESOLVED = `
${SELECT} and orders.status = 'NEW' and orders.stage = 'unresolved' and signals.received_at_database < ${DATABASE_NOW_US} - $2
order by orders.seq`;
/** Leaves out orders that have been executed further since they were read, or whose price has become worth something. */
export const MARK_NOTIFIED = `
update orders set is_notified = true from json_to_recordset($1::json) as t(id uuid, "executionAt" bigint, currency text)
where orders.id = t.id and orders.execution_at is not distinct from t."executionAt"
  and (t.currency is not null or not exists (
    select from fills join own_holdings using (account_id, symbol) where fills.order_id = orders.id))`;
