/**
 * Closes a position by hand: a market order for exactly what the venue says is held, which takes the same way as an
 * alert's. However often it is asked for, a position is closed once.
 */
import {
  absolute,
  compareDecimals,
  roundedDown,
  signOf,
  type ClosePositionPayload,
  type OrderMessage,
  type Status,
} from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import { type Credentials, InstrumentError, type VenuePosition, type Venues } from "@chartrelay/venues";
import { v7 as uuidv7 } from "uuid";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import { keyToSend } from "../orders/index.ts";
import type { Clock } from "../platform/clock.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { Problem } from "../platform/http/problem.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { AcceptedSignal, Post } from "../signals/index.ts";
import type { HoldingsReader } from "./reader.ts";

/** Some venues show a position as it was for seconds after its fill. Only then may it be closed again. */
const SETTLING_US = 10_000_000;
const INSTRUMENT_TIMEOUT_MS = 4_000;

export interface ClosedPosition {
  /** Of the order made. */
  readonly id: string;
  readonly status: Status;
}

/** A stop that stands in the way of an order to close a position. */
export interface CoveringStop {
  readonly stopId: string;
  /** The stop is closing this position itself: an order beside it could open one. */
  readonly isClosing: boolean;
}

/** The kill switch, as closing by hand meets it. A close is an exit: only a stop that closes the position itself refuses it. */
export interface ClosingUnderStop {
  /** Returns the stop that covers a position; undefined if none does. @throws storage errors. */
  covering(account: LinkedAccount, ticker: string): Promise<CoveringStop | undefined>;
  /** Stores the order, so that no stop holds it back. Two for the same position make one order. @throws storage errors. */
  close(stopId: string, account: LinkedAccount, message: OrderMessage, comment: string): Promise<ClosedPosition>;
}

export interface CloseParts {
  readonly db: Queryable;
  readonly accounts: Pick<AccountDirectory, "named" | "credentialsOf">;
  readonly venues: Venues;
  readonly reader: Pick<HoldingsReader, "read">;
  readonly take: (post: Post) => Promise<AcceptedSignal>;
  readonly stops: ClosingUnderStop;
  readonly clock: Pick<Clock, "nowUs" | "monotonicMs" | "timeout">;
  readonly log: RetryLog;
}

/**
 * Creates the function behind POST /positions/me/close. It throws {Problem} unknown_account, account_paused,
 * closed_by_stop, nothing_held, position_forbidden, position_unknown and position_not_tradable, whatever the intake throws, and storage
 * errors.
 */
export function createClosing(
  parts: CloseParts,
): (userId: string, payload: ClosePositionPayload) => Promise<ClosedPosition> {
  const underWay = new Map<string, Promise<ClosedPosition>>();
  return async (userId, { accountId, ticker }) => {
    const account = (await parts.accounts.named(accountId))?.account;
    if (account?.userId !== userId) throw new Problem("unknown_account");
    if (account.isPaused) throw new Problem("account_paused");
    const named = { accountId, ticker: ticker.toUpperCase() };
    const subject = `${account.id} ${named.ticker}`;
    const closing = underWay.get(subject) ?? close(parts, account, named).finally(() => underWay.delete(subject));
    underWay.set(subject, closing);
    return await closing;
  };
}

async function close(
  parts: CloseParts,
  account: LinkedAccount,
  { accountId, ticker }: ClosePositionPayload,
): Promise<ClosedPosition> {
  const { db, clock, stops, take } = parts;
  const receipt = { receivedAtUs: clock.nowUs(), receivedAtMonotonicMs: clock.monotonicMs() };
  const last = await lastClose(db, account.id, ticker);
  if (last?.isSettling) return { id: last.orderId, status: last.status };
  const stop = await stops.covering(account, ticker);
  if (stop?.isClosing) throw new Problem("closed_by_stop");
  const { positionSide, ...position } = await heldNow(parts, account, ticker);
  const contracts = await tradable(parts, account, position);
  const isLong = signOf(position.quantity) > 0;
  const comment = translator(account.language)("orders:closed_by_hand");
  const terms = { account: accountId, ticker: position.ticker, contracts };
  if (stop) {
    const order = { ...terms, direction: isLong ? "SELL" : "BUY", type: "MARKET" } as const;
    const closed = await stops.close(
      stop.stopId,
      account,
      { ...order, ...(positionSide && { positionSide }) },
      comment,
    );
    await db.query(REMEMBER, [account.id, ticker, closed.id]);
    return closed;
  }
  const message = {
    ...terms,
    direction: isLong ? "sell" : "buy",
    type: "market",
    ...(positionSide && { positionSide: positionSide.toLowerCase() }),
    comment,
  };
  // Two that close the same position at two nodes have the same key, so only one order is made.
  const idempotencyKey = `close ${ticker} after ${last?.orderId ?? "none"}`;
  const body = Buffer.from(JSON.stringify(message, null, 2));
  const { id, status } = await take({ id: uuidv7(), body, contentType: undefined, idempotencyKey, ...receipt }).catch(
    async (error: unknown) => {
      const isUsed = error instanceof Problem && error.code === "idempotency_key_reused";
      const earlier = isUsed ? await closeOfKey(db, account.id, idempotencyKey) : undefined;
      if (!earlier) throw error;
      return earlier;
    },
  );
  await db.query(REMEMBER, [account.id, ticker, id]);
  return { id, status };
}

/** Reads the position anew. */
async function heldNow({ reader }: CloseParts, account: LinkedAccount, ticker: string): Promise<VenuePosition> {
  const { state, value } = (await reader.read(account, 0)).positions;
  if (state === "forbidden") throw new Problem("position_forbidden");
  if (state !== "read") throw new Problem("position_unknown");
  const held = value.filter((each) => each.ticker.toUpperCase() === ticker && signOf(each.quantity) !== 0);
  const [position] = held;
  if (!position) throw new Problem("nothing_held");
  // In hedge mode, an account holds a long and a short position of one instrument.
  if (held.length > 1) throw new Problem("position_not_tradable");
  return position;
}

/** Returns the quantity that closes a position: what is less than the venue's smallest step stays. */
async function tradable(
  { accounts, venues, clock, log }: CloseParts,
  account: LinkedAccount,
  { ticker, quantity }: VenuePosition,
): Promise<string> {
  const key = await keyToSend(accounts, account, log);
  if (typeof key === "string") throw new Problem("position_forbidden");
  const step = await quantityStep(venues[account.venue], ticker, key, clock.timeout(INSTRUMENT_TIMEOUT_MS));
  const contracts = roundedDown(absolute(quantity), step);
  if (compareDecimals(contracts, "0") === 0) throw new Problem("position_not_tradable");
  return contracts;
}

async function quantityStep(
  venue: Venues[keyof Venues],
  ticker: string,
  key: Credentials,
  signal: AbortSignal,
): Promise<string> {
  try {
    return (await venue.instrument(ticker, key, signal)).quantityStep;
  } catch (error) {
    if (!(error instanceof InstrumentError)) throw error;
    const isForNow = error.reason === "VENUE_UNAVAILABLE" || error.reason === "VENUE_THROTTLED";
    throw new Problem(isForNow ? "position_unknown" : "position_not_tradable");
  }
}

interface LastClose {
  readonly orderId: string;
  readonly status: Status;
  /** Whether the venue's reading may not show yet what it did. */
  readonly isSettling: boolean;
}

const LAST_CLOSE = `
select order_id as "orderId", status,
  status = 'NEW' or (status = 'CREATED' and ${DATABASE_NOW_US} - closed_at < ${SETTLING_US}) as "isSettling"
from position_closes join orders on orders.id = order_id where position_closes.account_id = $1 and position_closes.ticker = $2`;

/** Returns the last order that closed this position by hand. */
async function lastClose(db: Queryable, accountId: string, ticker: string): Promise<LastClose | undefined> {
  const [last] = await db.query<LastClose>(LAST_CLOSE, [accountId, ticker]);
  return last;
}

const OF_KEY = `
select orders.id, orders.status from signals join orders on orders.signal_id = signals.id
where signals.account_id = $1 and signals.idempotency_key = $2`;

async function closeOfKey(db: Queryable, accountId: string, key: string): Promise<ClosedPosition | undefined> {
  const [found] = await db.query<ClosedPosition>(OF_KEY, [accountId, key]);
  return found;
}

const REMEMBER = `
insert into position_closes (account_id, ticker, order_id, closed_at)
select id, $2::text, $3::uuid, ${DATABASE_NOW_US} from accounts where id = $1
on conflict (account_id, ticker) do update set order_id = excluded.order_id, closed_at = excluded.closed_at`;
