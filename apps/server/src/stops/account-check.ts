/**
 * Looks at one account of a stop in which nothing is at work by our rows: reads back from the venue that nothing works
 * there, closes what our fills still hold, and says whether nothing is left to do.
 */
import { compareDecimals, negated, signOf, type OrderMessage, type Reason } from "@chartrelay/contract";
import {
  type Credentials,
  InstrumentError,
  type SoughtOrder,
  type VenuePosition,
  type Venues,
} from "@chartrelay/venues";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import { keyToSend, messageOf, ORDER_CHANGED, ORDERS_COMMITTED, type OrderRow } from "../orders/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Failpoint } from "../platform/failpoint.ts";
import type { Bus } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { closingsOf, heldByHand, total } from "./closings.ts";
import { type LastClosing, storeClosing } from "./closing-orders.ts";
import { cancelledOrders, nameOf, type OwnPosition, SETTLING_US } from "./scope.ts";
import type { OpenRest, StopRow } from "./stop-row.ts";
import { mayBeUnshown, recentFills } from "./unshown-fills.ts";

const CALL_TIMEOUT_MS = 4_000;
const URGENT = { isUrgent: true } as const;
/** After a closing order that executed nothing, the next one waits; by the number of failures in a row. */
const FAILURE_DELAYS_MS = [0, 500, 2_000, 10_000, 60_000, 300_000];

export interface AccountCheckParts {
  readonly db: Queryable;
  readonly accounts: Pick<AccountDirectory, "lookup" | "credentialsOf">;
  readonly venues: Venues;
  /** The same venues, for questions about instruments. */
  readonly questionVenues: Venues;
  /** Returns this node's name in the cluster. */
  readonly node: () => number;
  readonly clock: Pick<Clock, "nowUs" | "monotonicMs" | "timeout">;
  readonly failpoint: Failpoint;
  readonly bus: Pick<Bus, "publish">;
  readonly log: RetryLog;
}

/** What the storage says of an account when the check begins. */
export interface AccountView {
  readonly accountId: string;
  readonly positions: readonly OwnPosition[];
  /** Orders that may work although we gave them up. */
  readonly inDoubt: readonly SoughtOrder[];
  readonly last: readonly LastClosing[];
  /** Tickers that its user is just closing by hand. */
  readonly closedByHand: readonly string[];
}

export interface AccountVerdict {
  readonly isDone: boolean;
  readonly open: readonly OpenRest[];
}

/** Stores, before the first order to close anything, what was held by hand then, and returns what is stored. */
export type KeepByHand = (byHand: Readonly<Record<string, string>>) => Promise<Readonly<Record<string, string>>>;

/** Checks an account once. @throws storage errors. */
export async function checkAccount(
  parts: AccountCheckParts,
  stop: StopRow,
  view: AccountView,
  keepByHand: KeepByHand,
): Promise<AccountVerdict> {
  const { accountId } = view;
  const account = await parts.accounts.lookup(accountId);
  const undone = (reason: Reason): AccountVerdict => ({
    isDone: false,
    open: view.positions.map(({ symbol, parts: held }) => ({
      accountId,
      ticker: symbol,
      quantity: total(held),
      reason,
    })),
  });
  if (!account) return view.positions.length === 0 ? { isDone: true, open: [] } : undone("ACCOUNT_DELETED");
  const key = await keyToSend(parts.accounts, account, parts.log);
  if (typeof key === "string") return undone(key);
  const working = await cancelUnknown(parts, stop, { account, key }, await soughtIn(parts.db, stop, view));
  if (working !== null) return working;
  if (stop.level !== "flatten") return { isDone: true, open: [] };
  return await closeHeld(parts, stop, { account, key, view, undone, keepByHand });
}

/** Returns which orders of ours to look for at the venue: to read all that work in an account is dear. */
async function soughtIn(
  db: Queryable,
  stop: StopRow,
  { accountId, inDoubt, last, positions }: AccountView,
): Promise<SoughtOrder[]> {
  const traded = [...last.map(({ ticker }) => ticker), ...positions.map(({ symbol }) => symbol)];
  const cancelled = await cancelledOrders(db, stop, accountId);
  return [...inDoubt, ...cancelled, ...traded.map((ticker) => ({ ticker, type: "MARKET" }) as const)];
}

const OURS = `
select * from orders
where id = any($1::uuid[]) and user_id = $2 and account_id = $3 and ($4::text is null or strategy_id = $4) and stop_id is null`;

interface OurRow extends OrderRow {
  readonly venue_order_id: string | null;
}

/**
 * Reads the account's working orders at the venue. Those of ours are cancelled there, even if we don't know that they
 * work: the outcome of their send was never found out. Returns null if there are none.
 */
async function cancelUnknown(
  { db, venues, clock }: AccountCheckParts,
  { userId, scope, subjectId }: StopRow,
  { account: { id: accountId, venue }, key }: Pick<Account, "account" | "key">,
  sought: readonly SoughtOrder[],
): Promise<AccountVerdict | null> {
  const { executions } = venues[venue];
  if (!executions) return null;
  const reading = await executions.working(key, clock.timeout(CALL_TIMEOUT_MS), sought, URGENT);
  const open = (reason: string | null, ticker = ""): AccountVerdict => ({
    isDone: false,
    open: [{ accountId, ticker, quantity: null, reason }],
  });
  if (reading.kind === "refused") return open(reading.reason);
  if (reading.kind === "unknown") return open("VENUE_UNAVAILABLE");
  const ids = reading.value.map(({ clientOrderId }) => clientOrderId).filter((id) => UUID.test(id));
  if (ids.length === 0) return null;
  const ours = await db.query<OurRow>(OURS, [ids, userId, accountId, scope === "strategy" ? subjectId : null]);
  const [first] = ours;
  if (!first) return null;
  await Promise.all(
    ours.map((row) => {
      const execution = reading.value.find(({ clientOrderId }) => clientOrderId === row.id);
      const venueOrderId = row.venue_order_id ?? execution?.venueOrderId ?? null;
      const order = { clientOrderId: row.id, message: messageOf(row), allowMargin: false, venueOrderId };
      return executions.cancel(order, key, clock.timeout(CALL_TIMEOUT_MS));
    }),
  );
  return open(null, first.ticker);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Account {
  readonly account: LinkedAccount;
  readonly key: Credentials;
  readonly view: AccountView;
  readonly undone: (reason: Reason) => AccountVerdict;
  readonly keepByHand: KeepByHand;
}

/** Closes what our fills hold, as far as the venue says that it is held; done once nothing is left to close. */
async function closeHeld(parts: AccountCheckParts, stop: StopRow, given: Account): Promise<AccountVerdict> {
  const { account, key, view, undone, keepByHand } = given;
  if (view.positions.length === 0) return { isDone: true, open: [] };
  const { executions } = parts.venues[account.venue];
  const reading = await executions?.positions(key, parts.clock.timeout(CALL_TIMEOUT_MS), URGENT);
  if (reading?.kind !== "read") return undone(reading?.kind === "refused" ? reading.reason : "VENUE_UNAVAILABLE");
  const held = view.positions.map((own) => ({
    own,
    rows: reading.value.filter(({ symbol }) => symbol === own.symbol),
  }));
  const recent = await recentFills(parts.db, view.accountId);
  const names = held.flatMap(({ own, rows }) => {
    const [name, beyond] = [nameOf(own), heldByHand({ ours: own.ours, rows })];
    const isKnown = name in stop.progress.byHand;
    const fills = recent.filter(({ symbol }) => symbol === own.symbol);
    return !isKnown && mayBeUnshown(beyond, fills) ? [] : [[name, beyond] as const];
  });
  const byHand = await keepByHand(Object.fromEntries(names));
  const checked = await Promise.all(held.map((each) => closePosition(parts, stop, given, { ...each, byHand })));
  return { isDone: checked.every(({ isDone }) => isDone), open: checked.flatMap(({ open }) => open) };
}

interface HeldPosition {
  readonly own: OwnPosition;
  readonly rows: readonly VenuePosition[];
  readonly byHand: Readonly<Record<string, string>>;
}

async function closePosition(
  parts: AccountCheckParts,
  stop: StopRow,
  { account, key, view }: Account,
  { own, rows, byHand }: HeldPosition,
): Promise<AccountVerdict> {
  const { accountId } = own;
  const ticker = rows[0]?.ticker ?? own.symbol;
  const rest = (quantity: string, reason: string | null): OpenRest => ({ accountId, ticker, quantity, reason });
  const last = view.last.filter((each) => each.ticker === ticker);
  const now = heldByHand({ ours: own.ours, rows });
  // The venue may still show what was held before a fill. Soon it agrees; if not, somebody trades beside us.
  const isSettling = view.last.some(({ ageMs, state }) => state !== null && ageMs * 1_000 < SETTLING_US);
  if (isSettling && compareDecimals(now, byHand[nameOf(own)] ?? now) !== 0)
    return { isDone: false, open: [rest(total(own.parts), null)] };
  if (byHand[nameOf(own)] === undefined) return { isDone: false, open: [rest(total(own.parts), null)] };
  if (view.closedByHand.includes(ticker.toUpperCase())) return { isDone: false, open: [rest(total(own.parts), null)] };
  const whole = closingsOf({ parts: own.parts, ours: own.ours, rows }, "0");
  if (whole.length === 0) return { isDone: true, open: left(stop, own, now, rest) };
  const step = await quantityStep(parts, account, ticker, key);
  if (step === null) return { isDone: false, open: [rest(total(own.parts), "VENUE_UNAVAILABLE")] };
  const closings = closingsOf({ parts: own.parts, ours: own.ours, rows }, step);
  if (closings.length === 0) return { isDone: true, open: [rest(total(whole), "QUANTITY_TOO_SMALL")] };
  const open: OpenRest[] = [];
  for (const { ledger, quantity, positionSide } of closings) {
    const strategyId = ledger === accountId ? null : ledger;
    const before = last.find((each) => each.strategyId === strategyId);
    open.push(rest(quantity, before?.failures ? before.reason : null));
    const delayMs = FAILURE_DELAYS_MS[Math.min(before?.failures ?? 0, FAILURE_DELAYS_MS.length - 1)] ?? 0;
    if (before && before.ageMs < delayMs) continue;
    const isLong = signOf(quantity) > 0;
    const message: OrderMessage = {
      account: accountId,
      ticker,
      direction: isLong ? "SELL" : "BUY",
      type: "MARKET",
      contracts: isLong ? quantity : negated(quantity),
      ...(positionSide && { positionSide }),
    };
    parts.failpoint("stop.close.before");
    const countedIn = ledger === null ? null : own.symbol;
    const order = { account, stopId: stop.id, strategyId, countedIn, message, afterId: before?.id ?? null };
    const id = await storeClosing(parts, order);
    parts.failpoint("stop.close.after");
    if (id !== null) parts.bus.publish(ORDER_CHANGED, { userId: stop.userId, id, isNew: true });
  }
  parts.bus.publish(ORDERS_COMMITTED, [accountId]);
  return { isDone: false, open };
}

/** Returns what a stop leaves: of an account, what was opened by hand; of our fills, what was closed by hand. */
function left(
  { scope }: StopRow,
  { parts }: OwnPosition,
  byHand: string,
  rest: (quantity: string, reason: Reason) => OpenRest,
): OpenRest[] {
  const ours = total(parts);
  if (signOf(ours) !== 0) return [rest(ours, "NOT_HELD")];
  return scope === "strategy" || signOf(byHand) === 0 ? [] : [rest(byHand, "HELD_BY_HAND")];
}

/** Returns the smallest step of a quantity; null if nobody can say just now. */
async function quantityStep(
  { questionVenues, clock }: AccountCheckParts,
  { venue }: LinkedAccount,
  ticker: string,
  key: Credentials,
): Promise<string | null> {
  try {
    return (await questionVenues[venue].instrument(ticker, key, clock.timeout(CALL_TIMEOUT_MS))).quantityStep;
  } catch (error) {
    if (!(error instanceof InstrumentError)) throw error;
    return null;
  }
}
