/** The cost of execution of each order with a fill. */
import {
  difference,
  type OrderCost,
  type OrderCostQuery,
  type OtherField,
  type Page,
  product,
  ratio,
  rounded,
  sum,
  toPage,
  type OrderSide,
  type VenueName,
} from "@chartrelay/contract";
import { showingAccountIds } from "../accounts/index.ts";
import type { Queryable } from "../platform/db/database.ts";
import { signalOf } from "./fill-rows.ts";
import { type Narrowing, narrowing } from "./filter.ts";
import { type Period, periodOf } from "./period.ts";
import { presentSlippage, type ReportParts } from "./report.ts";

/** Averages are shown with at most so many digits after the point. */
const PRICE_DIGITS = 12;

const COUNT = `
select count(distinct order_id)::int as total from fills join orders on orders.id = fills.order_id
where orders.user_id = $1 and ($2::text is null or fills.account_id = $2) and ($3::text is null or upper(orders.ticker) = $3)
  and executed_at >= $4 and executed_at < $5`;

const PAGE = `
with page as (
  select fills.account_id, fills.symbol, order_id, max(executed_at) as filled_at, min(executed_at) as first_at,
    sum(fills.quantity::numeric) as quantity, sum(fills.quantity::numeric * fills.price::numeric) as value, min(fills.side) as side,
    json_agg(json_build_object('currency', fee_currency, 'amount', fee_amount)) as fees
  from fills join orders on orders.id = fills.order_id
  where orders.user_id = $1 and ($2::text is null or fills.account_id = $2) and ($3::text is null or upper(orders.ticker) = $3)
    and executed_at >= $4 and executed_at < $5
  group by fills.account_id, fills.symbol, order_id order by filled_at desc, order_id limit $6 offset $7
)
select orders.id, page.account_id as "accountId", orders.venue, orders.ticker, side, trim_scale(page.quantity)::text as quantity,
  page.value::text, page.filled_at as "filledAt", fees, orders.received_at as "receivedAt", orders.sent_at as "sentAt",
  other_fields as "otherFields", unit_value::text as "unitValue", tick::text, currency
from page join orders on orders.id = order_id left join signals on signals.id = orders.signal_id
  left join own_holdings on own_holdings.account_id = page.account_id and own_holdings.symbol = page.symbol
order by filled_at desc, order_id`;

interface CostRow {
  readonly id: string;
  readonly accountId: string;
  readonly venue: VenueName;
  readonly ticker: string;
  readonly side: OrderSide;
  readonly quantity: string;
  /** Price × quantity. */
  readonly value: string;
  readonly filledAt: number;
  readonly fees: readonly { readonly currency: string | null; readonly amount: string | null }[];
  readonly receivedAt: number;
  readonly sentAt: number | null;
  readonly otherFields: readonly OtherField[] | null;
  readonly unitValue: string | null;
  readonly tick: string | null;
  readonly currency: string | null;
}

/**
 * Returns one page of a user's orders with a fill in a period, latest first.
 * @throws {Problem} validation_failed for too long a period.
 */
export async function listOrderCosts(
  { database, accounts, clock }: Pick<ReportParts, "database" | "accounts" | "clock">,
  userId: string,
  query: OrderCostQuery,
): Promise<Page<OrderCost>> {
  const period = periodOf(query, clock.nowMs());
  const filter = await narrowing(database, userId, query);
  const shown = showingAccountIds(accounts);
  const [total, rows] = await Promise.all([
    count(database, userId, period, filter),
    database.query<CostRow>(PAGE, [...parameters(userId, period, filter), query.size, query.page * query.size]),
  ]);
  return toPage(await Promise.all(rows.map((row) => shown(present(row)))), total, query);
}

const parameters = (userId: string, { fromMs, toMs }: Period, { accountId, ticker }: Narrowing) => [
  userId,
  accountId,
  ticker,
  fromMs * 1_000,
  toMs * 1_000,
];

async function count(db: Queryable, userId: string, period: Period, filter: Narrowing): Promise<number> {
  const [row] = await db.query<{ total: number }>(COUNT, parameters(userId, period, filter));
  return row?.total ?? 0;
}

function present(row: CostRow): OrderCost {
  const { id, accountId, venue, ticker, quantity, value, filledAt, receivedAt, sentAt, currency } = row;
  const { signalPrice, signalAtMs } = signalOf(row.otherFields ?? []);
  const between = (fromUs: number | null, toUs: number | null) =>
    fromUs === null || toUs === null ? null : (toUs - fromUs) / 1_000;
  return {
    id,
    accountId,
    instrument: { exchange: venue, ticker },
    quantity,
    averagePrice: rounded(ratio(value, quantity), PRICE_DIGITS),
    filledAt: new Date(filledAt / 1_000).toISOString(),
    signalPrice,
    signalTime: signalAtMs === null ? null : new Date(signalAtMs).toISOString(),
    signalToReceivedMs: between(signalAtMs === null ? null : signalAtMs * 1_000, receivedAt),
    receivedToSentMs: between(receivedAt, sentAt),
    sentToFilledMs: between(sentAt, filledAt),
    currency,
    slippage: signalPrice === null ? null : slippageOf(row, signalPrice),
    fees: feesOf(row.fees),
  };
}

function slippageOf(
  { side, quantity, value, unitValue, tick }: CostRow,
  signalPrice: string,
): NonNullable<OrderCost["slippage"]> {
  const asked = product(signalPrice, quantity);
  const worse = side === "BUY" ? difference(value, asked) : difference(asked, value);
  const { money, ...shown } = presentSlippage({
    money: product(worse, unitValue ?? "1"),
    value: product(asked, unitValue ?? "1"),
    ticks: tick === null ? "0" : ratio(worse, tick),
    quantity: tick === null ? "0" : quantity,
  });
  return { ...shown, money: unitValue === null ? null : money };
}

function feesOf(fees: CostRow["fees"]): OrderCost["fees"] {
  const summed = new Map<string, string>();
  for (const { currency, amount } of fees) {
    if (currency !== null && amount !== null) summed.set(currency, sum(summed.get(currency) ?? "0", amount));
  }
  return [...summed].map(([currency, amount]) => ({ currency, amount }));
}
