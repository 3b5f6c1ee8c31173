/** Fills as the reports count them: with the terms of their orders, and what their alerts said. */
import type { OrderSide, OtherField, VenueName } from "@chartrelay/contract";
import { decimalOf, plainDecimal } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import type { CountedFill } from "./fill-sums.ts";

/** An instrument of an account, with a fill that isn't summed yet. */
export interface PendingInstrument {
  readonly accountId: string;
  readonly symbol: string;
  /** When its first such fill took place, in microseconds since the Unix epoch. */
  readonly fromUs: number;
}

const PENDING = `
select account_id as "accountId", symbol, min(executed_at) as "fromUs" from fills where not is_summed
group by account_id, symbol order by min(executed_at) limit $1`;

/** Returns instruments with fills that aren't summed yet, oldest first. */
export async function pendingInstruments(db: Queryable, limit: number): Promise<PendingInstrument[]> {
  return await db.query<PendingInstrument>(PENDING, [limit]);
}

interface FillRow {
  readonly tradeId: string;
  readonly userId: string;
  readonly venue: VenueName;
  readonly ticker: string;
  readonly side: OrderSide;
  readonly quantity: string;
  readonly price: string;
  readonly fee: string | null;
  readonly feeCurrency: string | null;
  readonly executedAt: number;
  readonly receivedAt: number;
  readonly sentAt: number | null;
  readonly otherFields: readonly OtherField[] | null;
}

/** A fill and where it belongs. */
export interface StoredFill extends CountedFill {
  readonly tradeId: string;
  readonly userId: string;
  readonly venue: VenueName;
  readonly ticker: string;
}

const SINCE = `
select fills.trade_id as "tradeId", orders.user_id as "userId", fills.venue, orders.ticker, fills.side, fills.quantity, fills.price,
  fills.fee_amount as fee, fills.fee_currency as "feeCurrency", fills.executed_at as "executedAt", orders.received_at as "receivedAt",
  orders.sent_at as "sentAt", signals.other_fields as "otherFields"
from fills join orders on orders.id = fills.order_id left join signals on signals.id = orders.signal_id
where fills.account_id = $1 and fills.symbol = $2 and fills.executed_at >= $3
order by fills.executed_at, fills.trade_id`;

/** Returns an account's fills of one instrument since a moment, in the order of their execution. */
export async function fillsSince(
  db: Queryable,
  { accountId, symbol }: Pick<PendingInstrument, "accountId" | "symbol">,
  sinceUs: number,
): Promise<StoredFill[]> {
  const rows = await db.query<FillRow>(SINCE, [accountId, symbol, sinceUs]);
  return rows.map(({ fee, feeCurrency, executedAt, receivedAt, sentAt, otherFields, ...fill }) => ({
    ...fill,
    ticker: fill.ticker.toUpperCase(),
    fee: fee === null || feeCurrency === null ? null : { amount: fee, currency: feeCurrency },
    isFeeInAsset: fill.venue === "BINANCE_SPOT" && feeCurrency !== null && isAssetOf(symbol, feeCurrency),
    atMs: executedAt / 1_000,
    receivedAtMs: receivedAt / 1_000,
    sentAtMs: sentAt === null ? null : sentAt / 1_000,
    ...signalOf(otherFields ?? []),
  }));
}

/** At Binance, a symbol is what is traded, followed by what it is paid in. */
const isAssetOf = (symbol: string, currency: string) => symbol.startsWith(currency) && symbol !== currency;

/** Returns the price and the time for which an alert was sent. */
export function signalOf(fields: readonly OtherField[]): Pick<CountedFill, "signalPrice" | "signalAtMs"> {
  const written = (name: string) => fields.find(({ field }) => field === name)?.value.trim();
  const price = plainDecimal(written("signalPrice") ?? "");
  return {
    signalPrice: price === undefined ? null : decimalOf(price),
    signalAtMs: momentIn(written("signalTime") ?? ""),
  };
}

/** In milliseconds since 2001; smaller numbers are seconds. */
const FIRST_MS = 1e12;

/** Reads a time as TradingView writes it, {{timenow}}, or as a number of seconds or milliseconds. */
function momentIn(text: string): number | null {
  if (/^\d{9,16}$/.test(text)) return Number(text) < FIRST_MS ? Number(text) * 1_000 : Number(text);
  const ms = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
