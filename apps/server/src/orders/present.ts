/** An order as the API shows it. */
import type { Order } from "@chartrelay/contract";
import { orders, signals } from "../platform/db/schema.ts";

/** The columns that an order is shown from: its own and its signal's. */
export const SHOWN = {
  id: orders.id,
  accountId: orders.accountId,
  usedOldId: signals.usedOldId,
  isDemo: orders.isDemo,
  venue: orders.venue,
  ticker: orders.ticker,
  direction: orders.direction,
  type: orders.type,
  open: orders.open,
  quantity: orders.quantity,
  status: orders.status,
  stage: orders.stage,
  reason: orders.reason,
  responseServerJson: orders.responseServerJson,
  receivedAt: orders.receivedAt,
  committedAt: orders.committedAt,
  sentAt: orders.sentAt,
  answeredAt: orders.answeredAt,
  notifiedAt: orders.notifiedAt,
};

export type ShownRow = { [Column in keyof typeof SHOWN]: (typeof SHOWN)[Column]["_"]["data"] | null } & {
  id: string;
  receivedAt: number;
};

export function presentOrder(row: ShownRow): Order {
  const { venue, ticker, receivedAt, committedAt, sentAt, answeredAt, notifiedAt, ...order } = row;
  return {
    ...order,
    createdDate: new Date(receivedAt / 1_000).toISOString(),
    instrument: { exchange: venue, ticker },
    timeline: {
      received: receivedAt,
      committed: committedAt,
      sent: sentAt,
      answered: answeredAt,
      notified: notifiedAt,
    },
  } as Order;
}
