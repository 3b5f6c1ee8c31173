/** Orders in the tables with what their venue said of them: for tests of reports. */
import { type OrderSide, sum, type VenueName } from "@chartrelay/contract";
import type { Fee, Fill } from "@chartrelay/venues";
import { v7 as uuidv7 } from "uuid";
import { storeExecution } from "../orders/executions/accepted-order.fixture.ts";
import type { Queryable } from "../platform/db/database.ts";

export interface OrderToFill {
  readonly userId: string;
  readonly accountId: string;
  readonly venue?: VenueName;
  readonly side: OrderSide;
  /** What its message had beyond our fields. */
  readonly otherFields?: readonly { readonly field: string; readonly value: string }[];
  /** 20 ms before it was sent. */
  readonly receivedAt?: string;
}

const SIGNAL = `
insert into signals (id, user_id, account_id, body_hash, other_fields, accepted_by, received_at)
values ($1, $2, $3, '', $4::jsonb, 0, $5)`;
const ORDER = `
insert into orders (id, signal_id, user_id, account_id, venue, is_demo, partition, status, stage, is_notified, ticker, direction, type,
  quantity, received_at, committed_at, sent_at)
values ($1, $1, $2, $3, $4, true, 0, 'CREATED', 'done', true, 'SBER', $5, 'MARKET', '1', $6::bigint, $6::bigint, $6::bigint + 20000)`;

/** Stores an order for SBER that its venue has accepted. Returns its id. */
export async function storeOrder(db: Queryable, order: OrderToFill): Promise<string> {
  const { userId, accountId, venue = "ALOR_BROKER", side, otherFields = [] } = order;
  const id = uuidv7();
  const receivedAtUs = Date.parse(order.receivedAt ?? "2026-07-10T12:00:01Z") * 1_000;
  await db.query(SIGNAL, [id, userId, accountId, JSON.stringify(otherFields), receivedAtUs]);
  await db.query(ORDER, [id, userId, accountId, venue, side, receivedAtUs]);
  return id;
}

/**
 * Stores what is known of an order: all its fills, the order's own fee if the venue counts fees by order, and which fills
 * are new.
 */
export async function storeFills(
  db: Queryable,
  orderId: string,
  fills: readonly Fill[],
  fee: Fee | null = null,
  newFills = fills,
): Promise<void> {
  await storeExecution(
    db,
    { id: orderId },
    {
      state: "partiallyFilled",
      filledQuantity: fills.map(({ quantity }) => quantity).reduce(sum, "0"),
      averagePrice: null,
      venueOrderId: "1",
      cancelledBy: null,
      reason: null,
      fee,
      fills,
    },
    newFills,
  );
}

let trades = 0;

export interface FillToStore {
  readonly side?: OrderSide;
  readonly quantity: string;
  readonly price: string;
  /** In roubles; null if the venue doesn't say. */
  readonly fee?: string | null;
  readonly at: string;
}

/** Creates a fill of SBER with a trade id of its own. */
export function fillOf({ side = "BUY", quantity, price, fee = "0.5", at }: FillToStore): Fill {
  trades += 1;
  return {
    tradeId: String(trades),
    symbol: "SBER",
    side,
    quantity,
    price,
    fee: fee === null ? null : { amount: fee, currency: "RUB" },
    atMs: Date.parse(at),
  };
}
