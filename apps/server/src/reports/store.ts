/** The stored sums, as reports read them. */
import type { NamedAccount, VenueName } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import type { Holding } from "./average-cost.ts";
import { QUARTER_MS, quarterOf } from "./fill-sums.ts";
import type { Narrowing } from "./filter.ts";
import type { Day } from "./period.ts";

/** What fills of one instrument, account and strategy on one day add up to in one currency. */
export interface DaySum {
  /** The number of the day in the period. */
  readonly day: number;
  readonly accountId: string;
  readonly venue: VenueName;
  readonly symbol: string;
  readonly ticker: string;
  readonly currency: string;
  /** Empty without a name. */
  readonly strategy: string;
  readonly fills: number;
  readonly realised: string;
  readonly fees: string;
  readonly funding: string;
  readonly signalFills: number;
  readonly slippage: string;
  readonly signalValue: string;
  readonly slippageTicks: string;
  readonly tickQuantity: string;
  readonly signalMs: number;
  readonly signalMsFills: number;
  readonly relayMs: number;
  readonly relayMsFills: number;
  readonly venueMs: number;
  readonly venueMsFills: number;
}

const NARROWED = `account_id = any($2::text[]) and ($3::text is null or upper(ticker) = $3)`;
const total = (column: string, type: "int" | "float8" | "text") => `sum(${column})::${type} as "${camelCase(column)}"`;
const camelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const MONEY = ["realised", "fees", "slippage", "signal_value", "slippage_ticks", "tick_quantity"];
const COUNTS = ["fills", "signal_fills", "signal_ms_fills", "relay_ms_fills", "venue_ms_fills"];
const DELAYS = ["signal_ms", "relay_ms", "venue_ms"];

const SUMS = `
with days as (select * from unnest($4::bigint[], $5::bigint[]) with ordinality as t(first, beyond, number))
select days.number::int - 1 as day, account_id as "accountId", venue, symbol, max(ticker) as ticker, currency, strategy, '0' as funding,
  ${[...MONEY.map((column) => total(column, "text")), ...COUNTS.map((column) => total(column, "int"))].join(", ")},
  ${DELAYS.map((column) => total(column, "float8")).join(", ")}
from days join fill_sums on user_id = $1 and quarter >= first and quarter < beyond
where ${NARROWED} group by days.number, account_id, venue, symbol, currency, strategy`;

// The whole position is paid for, whoever opened it: it counts while our fills hold something of the contract.
const FUNDING = `
with days as (select * from unnest($4::bigint[], $5::bigint[]) with ordinality as t(first, beyond, number))
select days.number::int - 1 as day, account_id as "accountId", venue, symbol, max(ticker) as ticker, currency, '' as strategy,
  sum(amount)::text as funding, ${MONEY.map((column) => `'0' as "${camelCase(column)}"`).join(", ")},
  ${[...COUNTS, ...DELAYS].map((column) => `0 as "${camelCase(column)}"`).join(", ")}
from days join funding_payments on user_id = $1 and paid_at >= first * ${QUARTER_MS * 1_000} and paid_at < beyond * ${QUARTER_MS * 1_000}
where ${NARROWED} and (
  select quantity <> 0 from fill_sums held
  where held.account_id = funding_payments.account_id and held.symbol = funding_payments.symbol and held.quantity is not null
    and quarter < paid_at / ${QUARTER_MS * 1_000} order by quarter desc limit 1)
group by days.number, account_id, venue, symbol, currency`;

/** Returns the sums of each day of a period, oldest first. */
export async function readSums(
  db: Queryable,
  userId: string,
  days: readonly Day[],
  { accountIds, ticker }: Narrowing,
): Promise<DaySum[]> {
  const bounds = [days.map(({ startMs }) => quarterOf(startMs)), days.map(({ endMs }) => quarterOf(endMs))];
  const read = (statement: string) => db.query<DaySum>(statement, [userId, accountIds, ticker, ...bounds]);
  const [sums, funding] = await Promise.all([read(SUMS), read(FUNDING)]);
  return [...sums, ...funding].toSorted((one, other) => one.day - other.day);
}

/** What an account holds by our fills. */
export interface OpenHolding extends Holding {
  readonly accountId: string;
  readonly venue: VenueName;
  readonly symbol: string;
  readonly ticker: string;
  readonly currency: string;
}

const OPEN = `
select account_id as "accountId", venue, symbol, ticker, currency, quantity::text, cost::text
from own_holdings where user_id = $1 and ${NARROWED} and quantity <> 0`;

/** Returns what is open by our fills. */
export async function readOpen(
  db: Queryable,
  userId: string,
  { accountIds, ticker }: Narrowing,
): Promise<OpenHolding[]> {
  return await db.query<OpenHolding>(OPEN, [userId, accountIds, ticker]);
}

// The order is that of the index over fills to sum, so that nothing else is read.
const UNCOUNTED = `
select count(*)::int as fills from (
  select order_id, account_id from fills where summed_revision < revision and summed_revision = 0 and user_id = $1
  order by user_id, account_id, symbol, executed_at
) uncounted join orders on orders.id = order_id
where uncounted.account_id = any($2::text[]) and ($3::text is null or upper(ticker) = $3)`;

/** Returns how many fills no sum counts yet. */
export async function readUncounted(db: Queryable, userId: string, { accountIds, ticker }: Narrowing): Promise<number> {
  const [row] = await db.query<{ fills: number }>(UNCOUNTED, [userId, accountIds, ticker]);
  return row?.fills ?? 0;
}

const NAMES = `
select id as "accountId", name, venue as exchange, key_ending as "keyEnding", is_demo as "isDemo" from accounts
where id = any($1::text[])
union all
select id, name, venue, key_ending, is_demo from former_accounts where id = any($1::text[])`;

type Named = NamedAccount & { readonly accountId: string };

/** Returns what accounts are called, deleted ones as they last were. */
export async function namesOf(
  db: Queryable,
  rows: readonly { readonly accountId: string }[],
): Promise<ReadonlyMap<string, Named>> {
  const ids = [...new Set(rows.map(({ accountId }) => accountId))];
  const named = await db.query<Named>(NAMES, [ids]);
  return new Map(named.map((each) => [each.accountId, each]));
}
