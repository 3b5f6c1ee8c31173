/** The user's orders, newest first, as the API shows them. */
import { toPage, type Order, type Page, type PageQuery } from "@chartrelay/contract";
import { count, desc, eq, inArray } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { orders } from "../../platform/db/schema.ts";

/** One page of a user's orders. */
export async function listOrders(orm: Orm, userId: string, query: PageQuery): Promise<Page<Order>> {
  // The ids of a far page come from the index alone; whole rows are read only for the page itself.
  const ids = orm
    .select({ seq: orders.seq })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.seq))
    .limit(query.size)
    .offset(query.page * query.size);
  const [rows, [total]] = await Promise.all([
    orm.select(SHOWN).from(orders).where(inArray(orders.seq, ids)).orderBy(desc(orders.seq)),
    orm.select({ rows: count() }).from(orders).where(eq(orders.userId, userId)),
  ]);
  return toPage(rows.map(present), total?.rows ?? 0, query);
}

const SHOWN = {
  id: orders.id,
  accountId: orders.accountId,
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

type Row = { [Column in keyof typeof SHOWN]: (typeof SHOWN)[Column]["_"]["data"] | null } & { receivedAt: number };

function present(row: Row): Order {
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
