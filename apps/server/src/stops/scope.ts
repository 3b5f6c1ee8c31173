/** What a stop covers, read from the storage: accounts, their open orders, and what our fills hold there. */
import { difference, type ExecutionState } from "@chartrelay/contract";
import type { SoughtOrder } from "@chartrelay/venues";
import { partitionOf } from "../cluster/queue.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { ownHoldings } from "../reports/index.ts";
import { type Part, total } from "./closings.ts";
import { heldSides, type HeldSide, splitBySide } from "./sides.ts";
import type { StopRow, Subject } from "./stop-row.ts";

/** Some venues show a position as it was for seconds after its fill. */
export const SETTLING_US = 10_000_000;

// An order may still work in an account that has been deleted.
const ACCOUNTS = `
select id from accounts where user_id = $1 and ($2::text is null or id = $2)
union select id from former_accounts where user_id = $1 and ($2::text is null or id = $2)`;

/** Returns the accounts, by their own ids, in which a stop's orders and positions may be. */
export async function accountsOf(db: Queryable, { userId, scope, subjectId }: Subject): Promise<string[]> {
  const rows = await db.query<{ id: string }>(ACCOUNTS, [userId, scope === "account" ? subjectId : null]);
  return rows.map(({ id }) => id);
}

/** An order of ours that hasn't ended, or whose fills aren't all known. */
export interface OpenOrder {
  readonly id: string;
  readonly accountId: string;
  readonly ticker: string;
  /** `NEW` until its venue has accepted it. */
  readonly status: "NEW" | "CREATED";
  readonly stage: string;
  readonly attempt: number;
  readonly state: ExecutionState | null;
  /** The stop that made it. */
  readonly stopId: string | null;
}

const COVERED = `partition = any($1::int[]) and account_id = any($2::text[]) and user_id = $3
  and ($4::text is null or strategy_id = $4) and action is null`;
const COLUMNS = `id, account_id as "accountId", coalesce(ticker, '') as ticker, status, stage, attempt, execution_state as state,
  stop_id as "stopId"`;

// Two statements in one, each with the index for its part.
const OPEN = `
select ${COLUMNS} from orders where ${COVERED} and status = 'NEW'
union all
select ${COLUMNS} from orders where ${COVERED} and is_followed and (
  execution_state in ('working', 'partiallyFilled')
  or coalesce(filled_quantity, '0')::numeric > (
    select coalesce(sum(quantity::numeric), 0) from fills where fills.order_id = orders.id))`;

/** An order that is good till cancelled rests for weeks; venues end older ones themselves. */
const MAY_REST_US = 90 * 86_400_000_000;

/** An order to look for at its account's venue. */
export interface OwnOrder extends SoughtOrder {
  readonly accountId: string;
}

const SOUGHT = `distinct account_id as "accountId", coalesce(ticker, '') as ticker, type`;

const IN_DOUBT = `
select ${SOUGHT} from orders where ${COVERED} and status = 'REJECTED' and reason = 'OUTCOME_UNKNOWN'
  and received_at > ${DATABASE_NOW_US} - ${MAY_REST_US}`;

/** Returns what orders may work although they were given up: what became of their sends was never found out. */
export async function ordersInDoubt(db: Queryable, accounts: readonly string[], subject: Subject): Promise<OwnOrder[]> {
  return await db.query<OwnOrder>(IN_DOUBT, parameters(accounts, subject));
}

const CANCELLED = `select ${SOUGHT} from orders where id = any($1::uuid[]) and account_id = $2`;

/** Returns what orders of an account a stop cancels. */
export async function cancelledOrders(
  db: Queryable,
  { progress: { cancels } }: Pick<StopRow, "progress">,
  accountId: string,
): Promise<OwnOrder[]> {
  return await db.query<OwnOrder>(CANCELLED, [cancels, accountId]);
}

/** Returns the open orders that a stop covers, its own among them. Cancellations aren't: they go on. */
export async function openOrders(db: Queryable, accounts: readonly string[], subject: Subject): Promise<OpenOrder[]> {
  return await db.query<OpenOrder>(OPEN, parameters(accounts, subject));
}

const END_HELD = `
update orders set status = 'REJECTED', stage = 'done', reason = 'STOPPED'
where ${COVERED} and status = 'NEW' and stage = 'held' and stop_id is null
returning id, user_id as "userId", account_id as "accountId"`;

/** Ends the orders that wait for an earlier signal: they are in no queue that would refuse them. */
export async function endHeld(
  db: Queryable,
  accounts: readonly string[],
  subject: Subject,
): Promise<{ readonly id: string; readonly userId: string; readonly accountId: string }[]> {
  return await db.query(END_HELD, parameters(accounts, subject));
}

function parameters(accounts: readonly string[], { userId, scope, subjectId }: Subject): unknown[] {
  const partitions = [...new Set(accounts.map(partitionOf))];
  return [partitions, accounts, userId, scope === "strategy" ? subjectId : null];
}

/** What our fills hold of an instrument in an account. */
export interface OwnPosition {
  readonly accountId: string;
  /** The venue's. */
  readonly symbol: string;
  /** What a stop may close, by the strategies that hold it. */
  readonly parts: readonly Part[];
  /** What our fills add up to, those of other strategies included. */
  readonly ours: string;
}

/** What a position is called in the stop's progress. */
export const nameOf = ({ accountId, symbol }: Pick<OwnPosition, "accountId" | "symbol">): string =>
  `${accountId} ${symbol}`;

const LEDGERS = `
select account_id as "accountId", strategy_id as ledger, symbol, trim_scale(quantity)::text as quantity
from strategy_positions where account_id = any($1::text[]) and user_id = $2 order by strategy_id`;

interface Ledger extends Part {
  readonly accountId: string;
  readonly symbol: string;
}

/** Returns what our fills hold in these accounts, by instrument: of a strategy, what its ledger says. */
export async function ownPositions(
  db: Queryable,
  accounts: readonly string[],
  { userId, scope, subjectId }: Subject,
): Promise<OwnPosition[]> {
  const [own, ledgers, sides] = await Promise.all([
    ownHoldings(db, accounts),
    db.query<Ledger>(LEDGERS, [accounts, userId]),
    heldSides(db, accounts),
  ]);
  const split = (part: Part, { accountId, symbol }: Pick<HeldSide, "accountId" | "symbol">) =>
    splitBySide(
      part,
      sides.filter((side) => side.accountId === accountId && side.symbol === symbol),
    );
  const counted = Map.groupBy(ledgers, ({ accountId, symbol }) => `${accountId} ${symbol}`);
  if (scope === "strategy") {
    // What no ledger counts is as if held by hand: an order to close it may offset the strategy's position.
    return Array.from(counted.values(), (parts) => ({
      ...placeOf(parts),
      parts: parts
        .filter(({ ledger }) => ledger === subjectId)
        .flatMap(({ ledger, quantity }) => split({ ledger, quantity }, placeOf(parts))),
      ours: total(parts),
    }));
  }
  return own.map(({ accountId, symbol, quantity: ours }) => {
    const parts = counted.get(`${accountId} ${symbol}`) ?? [];
    const rest = { ledger: null, quantity: difference(ours, total(parts)) };
    return { accountId, symbol, ours, parts: [...parts, rest].flatMap((part) => split(part, { accountId, symbol })) };
  });
}

function placeOf([first]: readonly Ledger[]) {
  return { accountId: first?.accountId ?? "", symbol: first?.symbol ?? "" };
}

const CLOSED_BY_HAND = `
select position_closes.account_id as "accountId", position_closes.ticker from position_closes join orders on orders.id = order_id
where position_closes.account_id = any($1::text[]) and (status = 'NEW' or execution_state in ('working', 'partiallyFilled')
  or (status = 'CREATED' and ${DATABASE_NOW_US} - closed_at < ${SETTLING_US}))`;

/** Returns the positions that their user is just closing by hand, by account and ticker in capitals. */
export async function closesByHand(
  db: Queryable,
  accounts: readonly string[],
): Promise<{ readonly accountId: string; readonly ticker: string }[]> {
  return await db.query(CLOSED_BY_HAND, [accounts]);
}
