/**
 * Cancels what a message asks for: the account's working orders that were accepted before it, of one ticker or all. Which
 * orders these are is stored before the venue is asked, so that a process that takes over goes on with the same ones.
 */
import type { CancelMessage, Outcome, VenueName } from "@chartrelay/contract";
import { type Credentials, InstrumentError, type Venue, type Venues } from "@chartrelay/venues";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { StoredTarget } from "../../platform/db/schema.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import type { Order } from "../order.ts";
import type { AskToCancel, CancelAnswer } from "./cancel.ts";

/** Timeout of the question what a ticker means. */
const INSTRUMENT_TIMEOUT_MS = 4_000;

const FOUND_BEFORE = "select cancels from orders where id = $1";
const WORKING = `
select id, ticker from orders
where partition = $1 and account_id = $2 and is_followed and execution_state in ('working', 'partiallyFilled')
  and user_id = $3 and is_demo = $4 and seq < $5 and ($6::text is null or strategy_id = $6)
order by seq`;
const STORE = "update orders set cancels = $2::jsonb where id = $1";

export interface CancelWorkingParts {
  readonly db: Queryable;
  readonly venues: Venues;
  readonly askToCancel: AskToCancel;
  readonly clock: Pick<Clock, "timeout">;
  readonly log: RetryLog;
}

/** A row that stands among the account's orders and cancels those before it. */
export interface CancellingOrder extends Order {
  readonly message: CancelMessage;
}

/**
 * Cancels an account's working orders once. Accepted means that none of them was left to cancel; it says nothing of how
 * they ended. A venue that gives no clear answer is asked again: to cancel twice does no harm. Never rejects.
 */
export type CancelWorking = (order: CancellingOrder, credentials: Credentials) => Promise<Outcome>;

export function createCancelWorking(parts: CancelWorkingParts): CancelWorking {
  const { db, askToCancel, log } = parts;
  return async (order, credentials) => {
    try {
      const targets = (await foundBefore(db, order)) ?? (await findTargets(parts, order, credentials));
      await db.query(STORE, [order.id, JSON.stringify(targets)]);
      const answers = await Promise.all(targets.map((target) => cancelTarget(askToCancel, order, target)));
      await db.query(STORE, [order.id, JSON.stringify(answers.map(({ target }) => target))]);
      return outcomeOf(answers);
    } catch (error) {
      if (error instanceof InstrumentError) return outcomeOfTicker(error);
      log.willRetry(error);
      // The storage didn't answer. Try again until the message is too old.
      return { kind: "throttled", reason: "EXPIRED", response: null };
    }
  };
}

/** Returns the targets that an earlier try has stored; null for the first one. */
async function foundBefore(db: Queryable, { id }: Order): Promise<readonly StoredTarget[] | null> {
  const [row] = await db.query<{ cancels: readonly StoredTarget[] | null }>(FOUND_BEFORE, [id]);
  return row?.cancels ?? null;
}

/** @throws {InstrumentError} if nobody can say what the message's ticker means; storage errors. */
async function findTargets(
  { db, venues, clock }: CancelWorkingParts,
  { partition, accountId, userId, isDemo, seq, venue, message, strategyId }: CancellingOrder,
  credentials: Credentials,
): Promise<readonly StoredTarget[]> {
  // A strategy's message leaves what others, or the trader by hand, have at work.
  const ours = [partition, accountId, userId, isDemo, seq, strategyId ?? null];
  const working = await db.query<WorkingOrder>(WORKING, ours);
  const { ticker } = message;
  const instrument = (name: string) => instrumentOf(venues, venue, name, credentials, clock);
  const named = ticker === undefined ? working : await ofTicker(working, ticker, instrument);
  return named.map(({ id }) => ({ id, outcome: null, reason: null }));
}

interface WorkingOrder {
  readonly id: string;
  readonly ticker: string;
}

/** Returns whether two messages write their ticker alike. Two that don't may still mean one instrument. */
export function isSameTicker(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}

/** Returns the orders for the instrument that a ticker means, however their own messages wrote it. */
async function ofTicker(
  working: readonly WorkingOrder[],
  ticker: string,
  instrument: (ticker: string) => Promise<string>,
): Promise<readonly WorkingOrder[]> {
  if (working.length > 0 && working.every((each) => isSameTicker(each.ticker, ticker))) return working;
  // A ticker that nobody knows is a mistake, even if nothing works.
  const meant = await instrument(ticker);
  const matches = await Promise.all(
    working.map(async (each) => isSameTicker(each.ticker, ticker) || (await instrument(each.ticker)) === meant),
  );
  return working.filter((_, index) => matches[index]);
}

/** Returns what names an instrument at its venue. @throws {InstrumentError} */
async function instrumentOf(
  venues: Venues,
  name: VenueName,
  ticker: string,
  credentials: Credentials,
  clock: Pick<Clock, "timeout">,
): Promise<string> {
  const venue: Venue = venues[name];
  const { symbol, board } = await venue.instrument(ticker, credentials, clock.timeout(INSTRUMENT_TIMEOUT_MS));
  return `${board} ${symbol}`;
}

interface TargetAnswer {
  readonly target: StoredTarget;
  /** Undefined if the venue wasn't asked this time. */
  readonly answer?: CancelAnswer;
}

/** Asks for one order, unless an earlier try got a clear answer. */
async function cancelTarget(ask: AskToCancel, order: Order, target: StoredTarget): Promise<TargetAnswer> {
  if (target.outcome !== null && isClear(target.outcome)) return { target };
  const answer = await ask(order.userId, target.id, order.id);
  // It has ended since, or its row is gone.
  if (typeof answer === "string") return { target: { ...target, outcome: "over", reason: null } };
  return { target: { ...target, outcome: answer.outcome, reason: answer.reason }, answer };
}

function isClear(outcome: NonNullable<StoredTarget["outcome"]>): boolean {
  return outcome !== "throttled" && outcome !== "unknown";
}

function outcomeOf(answers: readonly TargetAnswer[]): Outcome {
  const unclear = answers.find(({ target }) => target.outcome !== null && !isClear(target.outcome));
  if (unclear) {
    const retryAfterMs = Math.max(0, ...answers.map(({ answer }) => answer?.retryAfterMs ?? 0));
    return { kind: "throttled", reason: unclear.target.reason ?? "VENUE_UNAVAILABLE", retryAfterMs, response: null };
  }
  const refused = answers.find(({ target }) => target.outcome === "refused");
  if (!refused) return { kind: "accepted", response: null };
  const { target, answer } = refused;
  return { kind: "rejected", reason: target.reason ?? "VENUE_REFUSED", response: answer?.response ?? null };
}

function outcomeOfTicker({ reason, candidates }: InstrumentError): Outcome {
  if (reason === "VENUE_UNAVAILABLE" || reason === "VENUE_THROTTLED") {
    return { kind: "throttled", reason, response: null };
  }
  return { kind: "rejected", reason, response: candidates.length === 0 ? null : JSON.stringify({ candidates }) };
}
