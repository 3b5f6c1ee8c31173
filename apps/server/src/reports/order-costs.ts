/** The cost of execution of each order with a fill. */
import {
  difference,
  negated,
  type OrderCost,
  type OrderCostQuery,
  type OtherField,
  type Page,
  product,
  ratio,
  rounded,
  toPage,
  type OrderSide,
  type VenueName,
} from "@chartrelay/contract";
import { showingAccountIds } from "../accounts/index.ts";
import { signalOf } from "./fill-rows.ts";
import { QUARTER_MS } from "./fill-sums.ts";
import { narrowing } from "./filter.ts";
import { periodOf } from "./period.ts";
import { presentSlippage, type ReportParts } from "./report.ts";

/** Averages are shown with at most so many digits after the point. */
const PRICE_DIGITS = 12;

// The period's fills are read once; the orders of the page are then read in full. A price is worth what the sums counted it by.
const PAGE = `
with filled as materialized (
  select order_id, max(executed_at) as filled_at from fills
  where user_id = $1 and executed_at >= $4 and executed_at < $5 and account_id = any($2::text[])
    and ($3::text is null or order_id in (select id from orders where user_id = $1 and upper(ticker) = $3))
  group by order_id
), page as (
  select order_id from filled order by filled_at desc, order_id limit $6 offset $7
)
select total, orders.id, orders.account_id as "accountId", orders.venue, orders.ticker, side, "filledAt", executed.quantity, value, worth, unit, tick,
  currency, coalesce(orders.fees, '[]') as fees, orders.received_at as "receivedAt", orders.sent_at as "sentAt", strategies.name as "strategyName",
  other_fields as "otherFields"
from (select count(*)::int as total from filled) counted
  left join (page join orders on orders.id = page.order_id left join signals on signals.id = orders.signal_id
    left join strategies on strategies.id = orders.strategy_id) on true
  left join lateral (
    select min(side) as side, max(executed_at) as "filledAt", trim_scale(sum(fills.quantity::numeric))::text as quantity,
      sum(fills.quantity::numeric * price::numeric)::text as value,
      case when count(unit_value) = count(*) then sum(fills.quantity::numeric * price::numeric * unit_value)::text end as worth,
      case when count(unit_value) = count(*) then sum(fills.quantity::numeric * unit_value)::text end as unit,
      max(sums.tick)::text as tick, max(currency) as currency
    from fills left join fill_sums sums on sums.account_id = fills.account_id and sums.symbol = fills.symbol
      and sums.quarter = (executed_at / ${QUARTER_MS * 1_000})::int and sums.strategy = '' and sums.quantity is not null
    where order_id = orders.id
  ) executed on true
order by "filledAt" desc, orders.id`;

interface CostRow {
  readonly id: string;
  readonly accountId: string;
  readonly venue: VenueName;
  readonly ticker: string;
  readonly side: OrderSide;
  readonly quantity: string;
  /** Price × quantity. */
  readonly value: string;
  /** `value`, and the quantity, times what a price is worth; null if a fill isn't counted yet. */
  readonly worth: string | null;
  readonly unit: string | null;
  readonly tick: string | null;
  readonly currency: string | null;
  readonly filledAt: number;
  readonly fees: OrderCost["fees"];
  readonly receivedAt: number;
  readonly sentAt: number | null;
  readonly strategyName: string | null;
  readonly otherFields: readonly OtherField[] | null;
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
  const { fromMs, toMs } = periodOf(query, clock.nowMs());
  const { accountIds, ticker } = await narrowing(database, userId, query);
  const shown = showingAccountIds(accounts);
  const rows = await database.query<(CostRow | { readonly id: null }) & { readonly total: number }>(PAGE, [
    userId,
    accountIds,
    ticker,
    fromMs * 1_000,
    toMs * 1_000,
    query.size,
    query.page * query.size,
  ]);
  const found = rows.flatMap((row) => (row.id === null ? [] : shown(present(row))));
  return toPage(await Promise.all(found), rows[0]?.total ?? 0, query);
}

function present(row: CostRow): OrderCost {
  const { id, accountId, venue, ticker, quantity, value, filledAt, receivedAt, sentAt, currency, fees } = row;
  const { strategy, signalPrice, signalAtMs } = signalOf(row.otherFields ?? [], row.strategyName);
  const between = (fromUs: number | null, toUs: number | null) =>
    fromUs === null || toUs === null ? null : (toUs - fromUs) / 1_000;
  return {
    id,
    accountId,
    instrument: { exchange: venue, ticker },
    strategy: strategy || null,
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
    fees,
  };
}

function slippageOf(
  { side, quantity, value, worth, unit, tick }: CostRow,
  signalPrice: string,
): NonNullable<OrderCost["slippage"]> {
  const worse = (filled: string, asked: string) =>
    side === "BUY" ? difference(filled, asked) : negated(difference(filled, asked));
  const asked = product(signalPrice, quantity);
  const askedWorth = product(signalPrice, unit ?? quantity);
  const { money, ...shown } = presentSlippage({
    money: worse(worth ?? value, askedWorth),
    value: askedWorth,
    ticks: tick === null ? "0" : ratio(worse(value, asked), tick),
    quantity: tick === null ? "0" : quantity,
  });
  return { ...shown, money: worth === null || unit === null ? null : money };
}
