/**
 * Carries out one stop: looks again and again at what is open, does the next step in every account, and ends once the
 * venues have confirmed that nothing is left. What it knows is in the storage, so any node can go on with it.
 */
import { isFinal } from "@chartrelay/venues";
import {
  type AskToCancel,
  type Cancellations,
  createCancellations,
  ORDER_CHANGED,
  ORDERS_CANCELLED,
  ORDERS_REFUSED,
} from "../orders/index.ts";
import type { Clock } from "../platform/clock.ts";
import { type AccountCheckParts, type AccountVerdict, type AccountView, checkAccount } from "./account-check.ts";
import { isOver, type LastClosing, lastClosings } from "./closing-orders.ts";
import { checkDelayMs, lookDelayMs, READ_AGAIN_MS } from "./pace.ts";
import {
  accountsOf,
  closesByHand,
  endHeld,
  nameOf,
  type OpenOrder,
  openOrders,
  ordersInDoubt,
  type OwnOrder,
  type OwnPosition,
  ownPositions,
} from "./scope.ts";
import type { OpenRest, StopRow, StopState } from "./stop-row.ts";
import { findUnfinished, keepByHand, saveStop, type UnfinishedStop } from "./store.ts";

/** After this long without proof, its user is told what is still open. It is worked on all the same. */
const UNPROVEN_AFTER_MS = 30_000;

export interface StopWorkParts extends AccountCheckParts {
  readonly askToCancel: AskToCancel;
  readonly clock: Clock;
  /** Called when what its user sees of it has changed; `before` is its state until now. */
  readonly onChanged: (stop: StopRow, before: StopState) => Promise<void>;
}

/** The check of an account, and what it found. */
interface Check {
  /** What the storage said when it began: a check of something else proves nothing. */
  readonly subject: string;
  tries: number;
  isUnderWay: boolean;
  nextAtMs: number;
  verdict: AccountVerdict;
}

/** What one node knows of a stop that it works on. None of it has to outlive the process. */
interface Memory {
  readonly cancellations: Cancellations;
  readonly checks: Map<string, Check>;
  /** When accounts were last read because a stop waits for their orders. */
  readonly readAtMs: Map<string, number>;
  /** Orders that may work although we gave them up. Nothing new is sent, so they are looked for once. */
  inDoubt: readonly OwnOrder[] | undefined;
}

/** Works on a stop until it is proven, lifted, or `ended` aborts. @throws storage errors. */
export async function carryOut(parts: StopWorkParts, id: string, ended: AbortSignal): Promise<void> {
  const { db, clock } = parts;
  const memory: Memory = {
    cancellations: createCancellations(parts),
    checks: new Map(),
    readAtMs: new Map(),
    inDoubt: undefined,
  };
  let pulledAt: number | undefined;
  while (!ended.aborted) {
    const stop = await findUnfinished(db, id);
    if (!stop) return;
    if (stop.requestedAt !== pulledAt) memory.checks.clear();
    pulledAt = stop.requestedAt;
    await look(parts, stop, memory);
    await clock.wait(lookDelayMs(stop.ageMs, UNPROVEN_AFTER_MS), ended);
  }
}

/** Looks once at everything that a stop covers, and begins what is next. */
async function look(parts: StopWorkParts, stop: UnfinishedStop, memory: Memory): Promise<void> {
  const { db } = parts;
  const view = await read(parts, stop);
  memory.inDoubt ??= stop.level === "stop" ? undefined : await ordersInDoubt(db, await accountsOf(db, stop), stop);
  const accounts = union(stop.progress.accounts, [
    ...(memory.inDoubt ?? []).map(({ accountId }) => accountId),
    ...view.open.filter((order) => isBusy(order, stop)).map(({ accountId }) => accountId),
    ...view.positions.filter((each) => each.parts.length > 0).map(({ accountId }) => accountId),
  ]);
  const working =
    stop.level === "stop" ? [] : view.open.filter(({ status, stopId }) => status === "CREATED" && !stopId);
  const cancels = union(
    stop.progress.cancels,
    working.map(({ id }) => id),
  );
  if (accounts.length > stop.progress.accounts.length || cancels.length > stop.progress.cancels.length) {
    if (!(await saveStop(db, stop, { accounts, cancels }, stop.state))) return;
  }
  parts.failpoint("stop.cancel.before");
  for (const { id, state } of working)
    if (state !== null && !isFinal(state)) memory.cancellations.cancel(stop.userId, id);
  if (working.length > 0) parts.failpoint("stop.cancel.after");
  readAgain(parts, stop, memory, view);

  const verdicts = accounts.map((accountId) => verdictOf(parts, stop, memory, accountId, view));
  const isProven = verdicts.every(({ isDone }) => isDone);
  const state: StopState = isProven ? "proven" : stop.ageMs > UNPROVEN_AFTER_MS ? "unproven" : stop.state;
  const open = verdicts.flatMap((verdict) => verdict.open);
  if (isProven) parts.failpoint("stop.proof.before");
  const isChanged = state !== stop.state || JSON.stringify(open) !== JSON.stringify(stop.progress.open);
  const saved = isChanged && (await saveStop(db, stop, { open }, state));
  if (saved) await parts.onChanged(saved, stop.state);
}

/**
 * Has accounts read again whose orders a stop waits for. The answer to a cancellation may be lost, the stream's event with
 * it, and a fill may be known by its quantity alone: whoever follows the order waits longer and longer, up to a minute.
 */
function readAgain({ bus, clock }: StopWorkParts, stop: StopRow, { readAtMs }: Memory, { open }: View): void {
  const nowMs = clock.monotonicMs();
  const awaited = open.filter((order) => order.status === "CREATED" && isBusy(order, stop));
  for (const accountId of union(
    [],
    awaited.map((order) => order.accountId),
  )) {
    const since = readAtMs.get(accountId);
    if (since === undefined) readAtMs.set(accountId, nowMs);
    if (since === undefined || nowMs - since < READ_AGAIN_MS) continue;
    readAtMs.set(accountId, nowMs);
    bus.publish(ORDERS_CANCELLED, [accountId]);
  }
}

/** What the storage says of all that a stop covers. */
interface View {
  readonly open: readonly OpenOrder[];
  readonly positions: readonly OwnPosition[];
  readonly last: readonly LastClosing[];
  readonly closedByHand: readonly { readonly accountId: string; readonly ticker: string }[];
}

async function read({ db, bus }: StopWorkParts, stop: StopRow): Promise<View> {
  const accounts = await accountsOf(db, stop);
  const held = await endHeld(db, accounts, stop);
  for (const { userId, id } of held) bus.publish(ORDER_CHANGED, { userId, id });
  if (held.length > 0)
    bus.publish(
      ORDERS_REFUSED,
      union(
        [],
        held.map(({ accountId }) => accountId),
      ),
    );
  // In this order: what the first three say has ended, has left its fills for the positions.
  const open = await openOrders(db, accounts, stop);
  if (stop.level !== "flatten") return { open, positions: [], last: [], closedByHand: [] };
  const [last, closedByHand] = await Promise.all([lastClosings(db, accounts, stop.userId), closesByHand(db, accounts)]);
  return { open, positions: await ownPositions(db, accounts, stop), last, closedByHand };
}

/** Whether a stop has to wait for an order. At the lowest level, what the venue has accepted may go on. */
function isBusy({ status, stopId }: OpenOrder, { level }: StopRow): boolean {
  if (level === "stop") return status === "NEW" && stopId === null;
  return level === "flatten" || stopId === null;
}

/** Returns what is to be said of an account now. */
function verdictOf(
  parts: StopWorkParts,
  stop: UnfinishedStop,
  { cancellations, checks, inDoubt = [] }: Memory,
  accountId: string,
  { open, positions, last, closedByHand }: View,
): AccountVerdict {
  const busy = open.filter((order) => order.accountId === accountId && isBusy(order, stop));
  if (busy.length > 0) {
    const rest = busy.map(({ id, ticker, stage }): OpenRest => {
      const reason = stage === "unresolved" ? "OUTCOME_UNKNOWN" : cancellations.reasonOf(id);
      return { accountId, ticker, quantity: null, reason };
    });
    return { isDone: false, open: rest };
  }
  if (stop.level === "stop") return { isDone: true, open: [] };
  const closings = last.filter((each) => each.accountId === accountId);
  // One was stored after the open orders were read.
  if (!closings.every(isOver)) return { isDone: false, open: [] };
  const isWorkedOn = (own: OwnPosition) => own.parts.length > 0 || stop.progress.byHand[nameOf(own)] !== undefined;
  return checked(parts, stop, checks, {
    accountId,
    positions: positions.filter((own) => own.accountId === accountId && isWorkedOn(own)),
    inDoubt: inDoubt.filter((order) => order.accountId === accountId),
    last: closings,
    closedByHand: closedByHand.filter((each) => each.accountId === accountId).map(({ ticker }) => ticker),
  });
}

/** Returns what the last check of an account found, and begins the next one when it is time. Checks wait for no other. */
function checked(
  parts: StopWorkParts,
  stop: UnfinishedStop,
  checks: Map<string, Check>,
  view: AccountView,
): AccountVerdict {
  const { accountId, positions, last } = view;
  const subject = JSON.stringify([positions, last.map(({ id, status, state }) => [id, status, state])]);
  const known = checks.get(accountId);
  const isSame = known?.subject === subject;
  if (known?.isUnderWay) return { ...known.verdict, isDone: false };
  if (isSame && (known.verdict.isDone || parts.clock.monotonicMs() < known.nextAtMs)) return known.verdict;
  const verdict = { isDone: false, open: known?.verdict.open ?? [] };
  const check: Check = { subject, tries: isSame ? known.tries : 0, isUnderWay: true, nextAtMs: 0, verdict };
  checks.set(accountId, check);
  void carry(parts, stop, check, view);
  return verdict;
}

async function carry(parts: StopWorkParts, stop: UnfinishedStop, check: Check, view: AccountView): Promise<void> {
  try {
    check.verdict = await checkAccount(parts, stop, view, (byHand) => keepByHand(parts.db, stop, byHand));
  } catch (error) {
    parts.log.willRetry(error);
  }
  const delayMs = checkDelayMs(check.tries, stop.ageMs);
  check.tries += 1;
  check.nextAtMs = parts.clock.monotonicMs() + delayMs;
  check.isUnderWay = false;
}

function union(known: readonly string[], found: readonly string[]): string[] {
  return [...new Set([...known, ...found])];
}
