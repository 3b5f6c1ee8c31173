/** The sums of one instrument in the storage, as the summing reads and writes them. */
import { compareDecimals } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import { type Holding, NOTHING_HELD } from "./average-cost.ts";
import type { AccountInstrument, PendingInstrument, StoredFill } from "./fill-rows.ts";
import { type Figures, NO_FIGURES, QUARTER_MS, type QuarterSum, quarterOf, type Terms } from "./fill-sums.ts";

/** What is known of an instrument when counting begins. */
export interface Book {
  /** 0: it was never counted. */
  readonly version: number;
  /** By which it was counted last. */
  readonly terms: Terms | undefined;
  /** What was held before the first quarter to count. */
  readonly before: Holding | undefined;
  /** When the first fill took place that doesn't fit in this step; null if all do. */
  readonly beyondUs: number | null;
}

const BOOK = `
select own.version, own.unit_value::text as "unitValue", own.currency, own.tick::text, before.quantity::text, before.cost::text,
  (select executed_at from fills where account_id = $1 and symbol = $2 and executed_at >= $3::bigint
   order by executed_at offset $4::int limit 1) as "beyondUs"
from (select $1::text as account_id, $2::text as symbol) one
  left join own_holdings own on own.account_id = one.account_id and own.symbol = one.symbol
  left join lateral (
    select quantity, cost from fill_sums
    where account_id = $1 and symbol = $2 and quarter < $5::int and quantity is not null order by quarter desc limit 1
  ) before on true`;

type BookRow = { readonly version: number | null; readonly beyondUs: number | null } & Nullable<Terms> &
  Nullable<Holding>;
type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/** Reads an instrument's book before counting it from a fill on, or from the beginning of that fill's quarter. */
export async function readBook(
  db: Queryable,
  { accountId, symbol, fromUs }: PendingInstrument,
  fillsAStep: number,
): Promise<Book> {
  const from = quarterOf(fromUs / 1_000);
  const [row] = await db.query<BookRow>(BOOK, [accountId, symbol, fromUs, fillsAStep, from]);
  const { version = null, unitValue, currency, tick = null, quantity, cost, beyondUs = null } = row ?? {};
  return {
    version: version ?? 0,
    terms: unitValue && currency ? { unitValue, currency, tick } : undefined,
    before: quantity && cost ? { quantity, cost } : undefined,
    beyondUs,
  };
}

/** What the sums say of a quarter. */
export interface CountedQuarter {
  readonly terms: Terms;
  readonly holding: Holding;
}

const COUNTED = `
select quarter, unit_value::text as "unitValue", currency, tick::text, quantity::text, cost::text from fill_sums
where account_id = $1 and symbol = $2 and quarter >= $3::int and ($4::int is null or quarter < $4::int) and quantity is not null
order by quarter`;

/** Returns the counted quarters of a range, oldest first; `to` is null if it has no end. */
export async function readCounted(
  db: Queryable,
  { accountId, symbol }: AccountInstrument,
  from: number,
  to: number | null,
): Promise<ReadonlyMap<number, CountedQuarter>> {
  const rows = await db.query<Terms & Holding & { readonly quarter: number }>(COUNTED, [accountId, symbol, from, to]);
  return new Map(
    rows.map(({ quarter, unitValue, currency, tick, quantity, cost }) => [
      quarter,
      { terms: { unitValue, currency, tick }, holding: { quantity, cost } },
    ]),
  );
}

const SUM = `
select currency, strategy, fills, realised::text, fees::text, quantity::text, cost::text, signal_fills, slippage::text,
  signal_value::text, slippage_ticks::text, tick_quantity::text, signal_ms, signal_ms_fills, relay_ms, relay_ms_fills, venue_ms,
  venue_ms_fills
from fill_sums where account_id = $1 and symbol = $2 and quarter = $3`;

type SumRow = ReturnType<typeof columnsOf> &
  Nullable<Holding> & { readonly currency: string; readonly strategy: string };

/** Returns the sum of a quarter as it is stored; undefined if there is none. */
export async function readSum(
  db: Queryable,
  { accountId, symbol }: AccountInstrument,
  quarter: number,
): Promise<QuarterSum | undefined> {
  const rows = await db.query<SumRow>(SUM, [accountId, symbol, quarter]);
  const own = rows.find((row) => row.quantity !== null);
  if (!own || own.quantity === null || own.cost === null) return undefined;
  const byStrategy = Map.groupBy(rows, ({ strategy }) => strategy);
  return {
    quarter,
    byStrategy: new Map(
      Array.from(byStrategy, ([strategy, ofStrategy]) => [strategy, figuresOf(ofStrategy, own.currency)]),
    ),
    holding: { quantity: own.quantity, cost: own.cost },
  };
}

/** The other way round: rowsOf. */
function figuresOf(rows: readonly SumRow[], currency: string): Figures {
  const row = rows.find((each) => each.currency === currency);
  if (!row) return NO_FIGURES;
  return {
    fills: row.fills,
    realised: row.realised,
    fees: new Map(rows.map((each) => [each.currency, each.fees])),
    slippage: {
      fills: row.signal_fills,
      money: row.slippage,
      value: row.signal_value,
      ticks: row.slippage_ticks,
      quantity: row.tick_quantity,
    },
    signalToReceived: { ms: row.signal_ms, fills: row.signal_ms_fills },
    receivedToSent: { ms: row.relay_ms, fills: row.relay_ms_fills },
    sentToFilled: { ms: row.venue_ms, fills: row.venue_ms_fills },
  };
}

const COLUMNS = `fills, realised, fees, quantity, cost, unit_value, tick, signal_fills, slippage, signal_value, slippage_ticks,
  tick_quantity, signal_ms, signal_ms_fills, relay_ms, relay_ms_fills, venue_ms, venue_ms_fills`;

/** SQL that keeps what the latest quarter says when only earlier ones are counted again. */
const latest = (column: string) =>
  `${column} = case when exists (select from later) then own.${column} else excluded.${column} end`;

// Whoever raises the version may write the rest: a leader that was frozen, and has read old fills, writes nothing.
const STORE = `
with later as (
  select order_id, trade_id from fills
  where account_id = $1 and symbol = $2 and executed_at >= $12::bigint * ${QUARTER_MS * 1_000} order by executed_at limit 1
), held as (
  insert into own_holdings as own (account_id, symbol, user_id, venue, ticker, currency, unit_value, tick, quantity, cost, version)
  select $1, $2, $3::uuid, $4, $5, $6, $7::numeric, $8::numeric, $9::numeric, $10::numeric, 1
  where $13::int = 0 or exists (select from own_holdings where account_id = $1 and symbol = $2)
  on conflict (account_id, symbol) do update
  set ${["ticker", "currency", "unit_value", "tick", "quantity", "cost"].map(latest).join(", ")}, version = own.version + 1
  where own.version = $13::int
  returning version
), sums as (
  select * from json_to_recordset($14::json) as t(quarter int, currency text, strategy text, fills int, realised numeric, fees numeric,
    quantity numeric, cost numeric, unit_value numeric, tick numeric, signal_fills int, slippage numeric, signal_value numeric,
    slippage_ticks numeric, tick_quantity numeric, signal_ms bigint, signal_ms_fills int, relay_ms bigint, relay_ms_fills int,
    venue_ms bigint, venue_ms_fills int)
), outdated as (
  delete from fill_sums
  where account_id = $1 and symbol = $2 and quarter >= $11::int and ($12::int is null or quarter < $12::int)
    and (quarter, currency, strategy) not in (select quarter, currency, strategy from sums) and exists (select from held)
), stored as (
  insert into fill_sums (account_id, symbol, user_id, venue, ticker, quarter, currency, strategy, ${COLUMNS})
  select $1, $2, $3::uuid, $4, $5, quarter, currency, strategy, ${COLUMNS} from sums where exists (select from held)
  on conflict (account_id, symbol, quarter, currency, strategy) do update
  set (ticker, ${COLUMNS}) = (excluded.ticker, ${COLUMNS.replaceAll(/\w+/g, "excluded.$&")})
), summed as (
  update fills set summed_revision = counted.revision
  from json_to_recordset($15::json) as counted(order_id uuid, trade_id text, revision int)
  where fills.order_id = counted.order_id and fills.trade_id = counted.trade_id and summed_revision < counted.revision
    and exists (select from held)
), worded as (
  -- Its price is worth something only now, so messages of its orders name their slippage without price steps and money.
  update orders set is_notified = false
  from json_to_recordset($15::json) as counted(order_id uuid, trade_id text, revision int), signals
  where $13::int = 0 and orders.id = counted.order_id and signals.id = orders.signal_id
    and signals.other_fields @> '[{"field": "signalPrice"}]' and exists (select from held)
), following as (
  -- What is held at the range's end has changed: the quarters after it count on from there.
  update fills set revision = revision + 1
  from later
  where fills.order_id = later.order_id and fills.trade_id = later.trade_id and $16::boolean and exists (select from held)
)
select version from held`;

export interface CountedRange {
  readonly instrument: AccountInstrument;
  /** The version of the book from which it was counted. */
  readonly version: number;
  /** The latest fill: its order's ticker is shown. */
  readonly last: Pick<StoredFill, "venue" | "ticker">;
  /** In quarters; `to` is the first after the range, null if it has no end. */
  readonly range: { readonly from: number; readonly to: number | null };
  /** Of all quarters in the range with a fill. */
  readonly sums: readonly QuarterSum[];
  readonly termsOf: (quarter: number) => Terms;
  /** What was held at the range's end before it was counted again. */
  readonly heldSoFar: Holding;
  /** The fills that these sums are the first to count as they are. */
  readonly fills: readonly Pick<StoredFill, "orderId" | "tradeId" | "revision">[];
}

/**
 * Stores the sums of a range, all or nothing, and marks its fills as summed. Returns false if the instrument has been
 * counted by another node since its book was read.
 */
export async function storeSums(db: Queryable, counted: CountedRange): Promise<boolean> {
  const { instrument, version, last, range, sums, termsOf, heldSoFar, fills } = counted;
  const end = sums.at(-1);
  const held = end?.holding ?? NOTHING_HELD;
  const terms = termsOf(end?.quarter ?? range.from);
  const isChanged =
    compareDecimals(held.quantity, heldSoFar.quantity) !== 0 || compareDecimals(held.cost, heldSoFar.cost) !== 0;
  const stored = await db.query(STORE, [
    instrument.accountId,
    instrument.symbol,
    instrument.userId,
    last.venue,
    last.ticker,
    terms.currency,
    terms.unitValue,
    terms.tick,
    held.quantity,
    held.cost,
    range.from,
    range.to,
    version,
    JSON.stringify(sums.flatMap((sum) => rowsOf(sum, termsOf(sum.quarter)))),
    JSON.stringify(fills.map(({ orderId, tradeId, revision }) => ({ order_id: orderId, trade_id: tradeId, revision }))),
    isChanged,
  ]);
  return stored.length > 0;
}

/** Returns a quarter's rows: by strategy, one in the instrument's currency and one for each other currency of a fee. */
function rowsOf({ quarter, byStrategy, holding }: QuarterSum, terms: Terms): object[] {
  return [...byStrategy].flatMap(([strategy, figures]) => {
    const state = strategy === "" ? { ...holding, unit_value: terms.unitValue, tick: terms.tick } : {};
    const others = [...figures.fees].filter(([currency]) => currency !== terms.currency);
    return [
      { quarter, currency: terms.currency, strategy, ...columnsOf(figures, terms.currency), ...state },
      ...others.map(([currency, fees]) => ({ quarter, currency, strategy, ...NO_COLUMNS, fees })),
    ];
  });
}

function columnsOf(figures: Figures, currency: string) {
  const { fills, realised, fees, slippage, signalToReceived, receivedToSent, sentToFilled } = figures;
  return {
    fills,
    realised,
    fees: fees.get(currency) ?? "0",
    signal_fills: slippage.fills,
    slippage: slippage.money,
    signal_value: slippage.value,
    slippage_ticks: slippage.ticks,
    tick_quantity: slippage.quantity,
    signal_ms: signalToReceived.ms,
    signal_ms_fills: signalToReceived.fills,
    relay_ms: receivedToSent.ms,
    relay_ms_fills: receivedToSent.fills,
    venue_ms: sentToFilled.ms,
    venue_ms_fills: sentToFilled.fills,
  };
}

const NO_COLUMNS = columnsOf(NO_FIGURES, "");
