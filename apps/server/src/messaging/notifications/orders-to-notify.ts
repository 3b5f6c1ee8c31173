/** Queries for orders to notify their users of, and where. */
import type {
  Language,
  MessageProblem,
  Notifications,
  OrderSide,
  OrderType,
  Reason,
  VenueName,
} from "@chartrelay/contract";
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
  readonly response: string | null;
  readonly receivedAt: number;
  readonly answeredAt: number | null;
  /** The account's chat, else the user's own; null if there is none. */
  readonly chat: string | null;
  /** Null if the user was deleted. */
  readonly language: Language | null;
  readonly notifications: Notifications | null;
  readonly wasUnresolved: boolean;
}

/** Returns the key of the notification that an order's outcome is unknown. */
export const unresolvedKey = (orderId: string): string => `order:${orderId}:unresolved`;
/** Returns the key of the notification of how an order ended. */
export const endKey = (orderId: string): string => `order:${orderId}:end`;

const SELECT = `
select orders.id, orders.user_id as "userId", accounts.name, orders.venue, accounts.key_ending as "keyEnding", orders.is_demo as "isDemo", orders.status, orders.reason,
  orders.ticker, orders.direction, orders.type, orders.open, orders.quantity, signals.problems,
  orders.response_server_json as response, orders.received_at as "receivedAt", orders.answered_at as "answeredAt",
  coalesce(accounts.telegram_chat_id, users.telegram_chat_id) as chat, users.language, users.notifications,
  exists (select from messages where messages.key = 'order:' || orders.id || ':unresolved') as "wasUnresolved"
from orders left join signals on signals.id = orders.signal_id left join users on users.id = orders.user_id left join accounts on accounts.id = orders.account_id
where orders.partition = any($1::int[])`;

/** Ended but not notified yet, oldest first. */
export const ENDED = `${SELECT} and orders.status <> 'NEW' and not orders.is_notified order by orders.seq limit $2`;
/** Received more than $2 microseconds ago, and still unresolved. */
export const UNRESOLVED = `
${SELECT} and orders.status = 'NEW' and orders.stage = 'unresolved' and signals.received_at_database < ${DATABASE_NOW_US} - $2
order by orders.seq`;
export const MARK_NOTIFIED = "update orders set is_notified = true where id = any($1::uuid[])";
