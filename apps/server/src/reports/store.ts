/** The stored sums, as reports read them. */
import type { NamedAccount, VenueName } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import type { Holding } from "./average-cost.ts";
import { quarterOf } from "./fill-sums.ts";
import type { Narrowing } from "./filter.ts";
import type { Period } from "./period.ts";

/** What fills of one instrument and account in a quarter of an hour add up to in one currency. */
export interface SumRow {
  readonly accountId: string;
  readonly venue: VenueName;
  readonly symbol: string;
  readonly ticker: string;
  readonly quarter: number;
  readonly currency: string;
  readonly fills: number;
  readonly realised: string;
  readonly fees: string;
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

const NARROWED = `($2::text is null or account_id = $2) and ($3::text is null or upper(ticker) = $3)`;

const SUMS = `
select account_id as "accountId", venue, symbol, ticker, quarter, currency, fills, realised::text, fees::text,
  signal_fills as "signalFills", slippage::text, signal_value::text as "signalValue", slippage_ticks::text as "slippageTicks",
  tick_quantity::text as "tickQuantity", signal_ms as "signalMs", signal_ms_fills as "signalMsFills", relay_ms as "relayMs",
  relay_ms_fills as "relayMsFills", venue_ms as "venueMs", venue_ms_fills as "venueMsFills"
from fill_sums where user_id = $1 and ${NARROWED} and quarter >= $4::int and quarter < $5::int order by quarter`;

/** Returns the sums of a period, oldest first. */
export async function readSums(
  db: Queryable,
  userId: string,
  { fromMs, toMs }: Period,
  { accountId, ticker }: Narrowing,
): Promise<SumRow[]> {
  return await db.query<SumRow>(SUMS, [userId, accountId, ticker, quarterOf(fromMs), quarterOf(toMs)]);
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
  { accountId, ticker }: Narrowing,
): Promise<OpenHolding[]> {
  return await db.query<OpenHolding>(OPEN, [userId, accountId, ticker]);
}

const UNCOUNTED = `
select count(*)::int as fills from fills join orders on orders.id = fills.order_id
where not is_summed and orders.user_id = $1 and ($2::text is null or fills.account_id = $2)
  and ($3::text is null or upper(ticker) = $3)`;

/** Returns how many fills no sum counts yet. */
export async function readUncounted(db: Queryable, userId: string, { accountId, ticker }: Narrowing): Promise<number> {
  const [row] = await db.query<{ fills: number }>(UNCOUNTED, [userId, accountId, ticker]);
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
