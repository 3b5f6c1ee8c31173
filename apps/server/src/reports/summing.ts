/**
 * Keeps the sums of fills, so that a report reads a few rows a day however many fills there were. An instrument with a
 * new fill is counted again from that fill's quarter of an hour on, so a fill that the venue reports late finds its place.
 */
import { setImmediate } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { type Job, repeat } from "../platform/jobs.ts";
import { type Bus, topic } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { Holding } from "./average-cost.ts";
import { fillsSince, type PendingInstrument, pendingInstruments, type StoredFill } from "./fill-rows.ts";
import { QUARTER_MS, quarterOf, sumFills, type QuarterSum, type Terms } from "./fill-sums.ts";
import type { ValueOf } from "./valuation.ts";

/** Fills have been summed up; carries the ids of their users. */
export const FILLS_SUMMED = topic<readonly string[]>("fills summed");

const INTERVAL_MS = 1_000;
const INSTRUMENTS_A_ROUND = 200;
/** How long an instrument waits whose price the venue can't value. */
const UNVALUED_WAIT_MS = 30_000;

export interface SummingParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "monotonicMs" | "wait">;
  readonly valueOf: ValueOf;
  readonly bus: Pick<Bus, "publish">;
  readonly log: RetryLog;
}

export interface Summing extends Job {
  /** Sums up the fills that were stored since the last call. */
  sum(): Promise<void>;
}

/** Creates the job, which sums every second. Run it on one node at a time. */
export function createSumming(parts: SummingParts): Summing {
  const { db, clock, bus, log } = parts;
  const waitingUntil = new Map<string, number>();

  async function sum(): Promise<void> {
    const pending = await pendingInstruments(db, INSTRUMENTS_A_ROUND + waitingUntil.size);
    const users = new Set<string>();
    for (const instrument of pending) {
      const subject = `${instrument.accountId} ${instrument.symbol}`;
      if ((waitingUntil.get(subject) ?? 0) > clock.monotonicMs()) continue;
      waitingUntil.delete(subject);
      const userId = await sumInstrument(parts, instrument);
      if (userId === undefined) waitingUntil.set(subject, clock.monotonicMs() + UNVALUED_WAIT_MS);
      else users.add(userId);
      // The embedded database answers on this thread, so let other work run in between.
      await setImmediate();
    }
    if (users.size > 0) bus.publish(FILLS_SUMMED, [...users]);
  }
  return { sum, run: (ended) => repeat(sum, INTERVAL_MS, { clock, log }, ended) };
}

/** Sums up one instrument. Returns whose it is; undefined if nobody knows what its price is worth. */
async function sumInstrument(parts: SummingParts, instrument: PendingInstrument): Promise<string | undefined> {
  const { db } = parts;
  const from = quarterOf(instrument.fromUs / 1_000);
  const [fills, before, counted] = await Promise.all([
    fillsSince(db, instrument, from * QUARTER_MS * 1_000),
    holdingBefore(db, instrument, from),
    termsSince(db, instrument, from),
  ]);
  const last = fills.at(-1);
  if (!last) return undefined;
  const now = await presentTerms(parts, instrument, last);
  if (!now) return undefined;
  // What was counted stays counted by what its price was worth at the time.
  const termsOf = (quarter: number) => counted.get(quarter) ?? now;
  await store(db, { instrument, last, from, sums: sumFills(fills, termsOf, before), termsOf }, fills);
  return last.userId;
}

const BEFORE = `
select quantity::text, cost::text from fill_sums
where account_id = $1 and symbol = $2 and quarter < $3::int and quantity is not null order by quarter desc limit 1`;

async function holdingBefore(
  db: Queryable,
  { accountId, symbol }: PendingInstrument,
  quarter: number,
): Promise<Holding | undefined> {
  const [row] = await db.query<Holding>(BEFORE, [accountId, symbol, quarter]);
  return row;
}

const COUNTED = `
select quarter, unit_value::text as "unitValue", currency, tick::text from fill_sums
where account_id = $1 and symbol = $2 and quarter >= $3::int and quantity is not null`;

async function termsSince(
  db: Queryable,
  { accountId, symbol }: PendingInstrument,
  quarter: number,
): Promise<ReadonlyMap<number, Terms>> {
  const rows = await db.query<Terms & { readonly quarter: number }>(COUNTED, [accountId, symbol, quarter]);
  return new Map(rows.map(({ quarter: at, ...terms }) => [at, terms]));
}

const LAST_TERMS = `
select unit_value::text as "unitValue", currency, tick::text from own_holdings where account_id = $1 and symbol = $2`;

/** Asks the venue, or else takes the terms that the instrument was counted by last. */
async function presentTerms(
  { db, valueOf }: SummingParts,
  { accountId, symbol }: PendingInstrument,
  { venue, ticker }: StoredFill,
): Promise<Terms | undefined> {
  const valuation = await valueOf({ accountId, venue, ticker });
  if (valuation) return valuation;
  const [row] = await db.query<Terms>(LAST_TERMS, [accountId, symbol]);
  return row;
}

const COLUMNS = `fills, realised, fees, quantity, cost, unit_value, tick, signal_fills, slippage, signal_value, slippage_ticks,
  tick_quantity, signal_ms, signal_ms_fills, relay_ms, relay_ms_fills, venue_ms, venue_ms_fills`;

const STORE = `
with sums as (
  select * from json_to_recordset($6::json) as t(quarter int, currency text, fills int, realised numeric, fees numeric,
    quantity numeric, cost numeric, unit_value numeric, tick numeric, signal_fills int, slippage numeric, signal_value numeric,
    slippage_ticks numeric, tick_quantity numeric, signal_ms bigint, signal_ms_fills int, relay_ms bigint, relay_ms_fills int,
    venue_ms bigint, venue_ms_fills int)
), outdated as (
  delete from fill_sums where account_id = $1 and symbol = $2 and quarter >= $7::int
    and (quarter, currency) not in (select quarter, currency from sums)
), stored as (
  insert into fill_sums (account_id, symbol, user_id, venue, ticker, quarter, currency, ${COLUMNS})
  select $1, $2, $3::uuid, $4, $5, quarter, currency, ${COLUMNS} from sums
  on conflict (account_id, symbol, quarter, currency) do update
  set (ticker, ${COLUMNS}) = (excluded.ticker, ${COLUMNS.replaceAll(/\w+/g, "excluded.$&")})
), held as (
  insert into own_holdings (account_id, symbol, user_id, venue, ticker, currency, unit_value, tick, quantity, cost)
  select $1, $2, $3::uuid, $4, $5, currency, unit_value, tick, quantity, cost from sums
  where quantity is not null order by quarter desc limit 1
  on conflict (account_id, symbol) do update
  set (ticker, currency, unit_value, tick, quantity, cost) = (excluded.ticker, excluded.currency, excluded.unit_value,
    excluded.tick, excluded.quantity, excluded.cost)
)
update fills set is_summed = true
where account_id = $1 and symbol = $2 and trade_id = any($8::text[]) and not is_summed`;

interface Counted {
  readonly instrument: PendingInstrument;
  /** The latest fill: its order's ticker is shown. */
  readonly last: StoredFill;
  readonly from: number;
  readonly sums: readonly QuarterSum[];
  readonly termsOf: (quarter: number) => Terms;
}

async function store(
  db: Queryable,
  { instrument: { accountId, symbol }, last: { userId, venue, ticker }, from, sums, termsOf }: Counted,
  fills: readonly StoredFill[],
): Promise<void> {
  const rows = sums.flatMap((sum) => rowsOf(sum, termsOf(sum.quarter)));
  const ids = fills.map(({ tradeId }) => tradeId);
  await db.query(STORE, [accountId, symbol, userId, venue, ticker, JSON.stringify(rows), from, ids]);
}

const NO_FIGURES = {
  fills: 0,
  realised: "0",
  signal_fills: 0,
  slippage: "0",
  signal_value: "0",
  slippage_ticks: "0",
  tick_quantity: "0",
  signal_ms: 0,
  signal_ms_fills: 0,
  relay_ms: 0,
  relay_ms_fills: 0,
  venue_ms: 0,
  venue_ms_fills: 0,
};

/** Returns a quarter's rows: one in the instrument's currency, and one for each other currency of a fee. */
function rowsOf(sum: QuarterSum, { unitValue, currency, tick }: Terms): object[] {
  const { quarter, fills, realised, fees, slippage, signalToReceived, receivedToSent, sentToFilled, holding } = sum;
  const own = {
    quarter,
    currency,
    fills,
    realised,
    fees: fees.get(currency) ?? "0",
    ...holding,
    unit_value: unitValue,
    tick,
    signal_fills: slippage.fills,
    slippage: slippage.money,
    signal_value: slippage.value,
    slippage_ticks: slippage.ticks,
    tick_quantity: slippage.quantity,
    signal_ms: Math.round(signalToReceived.ms),
    signal_ms_fills: signalToReceived.fills,
    relay_ms: Math.round(receivedToSent.ms),
    relay_ms_fills: receivedToSent.fills,
    venue_ms: Math.round(sentToFilled.ms),
    venue_ms_fills: sentToFilled.fills,
  };
  const others = [...fees].filter(([other]) => other !== currency);
  return [own, ...others.map(([other, amount]) => ({ ...NO_FIGURES, quarter, currency: other, fees: amount }))];
}
