/** Decides about a batch's links of position chains, and turns the batch into the rows of the accepting statement. */
import { MESSAGES_STORED } from "../messaging/index.ts";
import { DATABASE_NOW_US, monotonicMicros } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { type Bus, sharedTopic } from "../platform/pubsub.ts";
import type { ChainState } from "../strategies/index.ts";
import type { BatchRows } from "./accept-statement.ts";
import type { ChainRows, ReleaseRow } from "./chain-statement.ts";
import { type ChainDecision, type DecidedSignal, decide, releaseRow, settle, type StoredChain } from "./chained.ts";
import type { Acceptor } from "./deduplicate.ts";
import type { Chained, Settlement } from "./link.ts";
import { type NewSignal, toAlertRows, toOrderRows, toSignalRow } from "./signal.ts";

/** Carries the ids of strategies and accounts with a signal that is held. */
export const CHAINS_HELD = sharedTopic("chains_held");

/** A signal of a batch and, if it is a link of a chain, what was decided about it. */
export interface Decided {
  readonly signal: NewSignal;
  readonly isHeld?: boolean;
  readonly decided?: DecidedSignal | undefined;
}

/**
 * Returns the signals that one statement can take: a chain's second signal is decided by what the first one does. What
 * its strategy or account gets after that waits, too, so that nothing is overtaken.
 */
export function firstOfEachChain(places: readonly (readonly [number, NewSignal])[]): (readonly [number, NewSignal])[] {
  const taken = new Set<string>();
  const waiting = new Set<string>();
  return places.filter(([, { accountId, chained, settles }]) => {
    if (waiting.has(accountId)) return false;
    const ticker = (chained ?? settles)?.ticker;
    const chain = ticker && `${accountId} ${ticker}`;
    if (chain !== undefined && taken.has(chain)) {
      waiting.add(accountId);
      return false;
    }
    if (chain !== undefined) taken.add(chain);
    return true;
  });
}

const CHAINS = `
select source_id as "sourceId", ticker, state, coalesce(revision, 0) as revision, ${DATABASE_NOW_US} as "nowUs"
from json_to_recordset($1::json) as t(source_id text, ticker text) left join position_chains using (source_id, ticker)`;

interface ChainRow extends StoredChain {
  readonly sourceId: string;
  readonly ticker: string;
  readonly state: ChainState | null;
}

/** Decides about the signals of a batch, each by where its chain stands now. */
export async function decideAll(
  db: Queryable,
  { monotonicUs }: Pick<Acceptor, "monotonicUs">,
  signals: readonly NewSignal[],
): Promise<Decided[]> {
  const asked = signals.flatMap(({ accountId, chained, settles }) => {
    const ticker = (chained ?? settles)?.ticker;
    return ticker === undefined ? [] : { source_id: accountId, ticker };
  });
  if (asked.length === 0) return signals.map((signal) => ({ signal }));
  const rows = await db.query<ChainRow>(CHAINS, [JSON.stringify(asked)]);
  const chains = new Map(rows.map((row) => [`${row.sourceId} ${row.ticker}`, row]));
  return signals.map((signal) => {
    if (isSettlement(signal)) {
      const settled = chains.get(`${signal.accountId} ${signal.settles.ticker}`);
      // Its strategy has just been turned on again: the next signal joins TradingView's position, whatever was missing.
      if (!settled?.state) return { signal: { ...signal, orders: [] } };
      const made = settle(signal, { ...settled, state: settled.state });
      return { signal: made.signal, decided: made };
    }
    if (!isChained(signal)) return { signal };
    const chain = chains.get(`${signal.accountId} ${signal.chained.ticker}`);
    if (!chain) throw new Error("every chain that is asked for is found");
    const ageUs = Math.max(0, monotonicUs - monotonicMicros(signal.receivedAtMonotonicMs));
    const decided = decide(signal, chain, chain.nowUs - ageUs);
    return { signal: decided.signal, isHeld: decided.isHeld, decided };
  });
}

function isSettlement(signal: NewSignal): signal is NewSignal & { readonly settles: Settlement } {
  return signal.settles !== undefined;
}

function isChained(signal: NewSignal): signal is NewSignal & { readonly chained: Chained } {
  return signal.chained !== undefined;
}

/** Returns the rows of a batch. Orders are numbered in batch order and, within a chain, in its order. */
export function rowsOf(decisions: readonly Decided[]): BatchRows {
  const orders: object[] = [];
  const releases: ReleaseRow[] = [];
  let last = 0;
  const ord = () => (last += 1);
  for (const { signal, isHeld, decided } of decisions) {
    const addOwn = () => orders.push(...toOrderRows(signal, isHeld).map((row) => ({ ...row, ord: ord() })));
    const released = decided?.decision.released ?? [];
    for (const each of released) {
      if (each.signalId === signal.id) addOwn();
      else releases.push(releaseRow(each, signal.id, ord()));
    }
    if (!released.some(({ signalId }) => signalId === signal.id)) addOwn();
  }
  const signals = decisions.map(({ signal }) => signal);
  const isOrdinary = signals.every(({ strategyId, link }) => strategyId === undefined && link === undefined);
  return {
    posts: decisions.map(({ signal, decided }, index) => ({ ...toSignalRow(signal, index), ...decided?.chain })),
    orders,
    alerts: signals.flatMap(toAlertRows).map((row, index) => ({ ...row, ord: index })),
    messages: signals.flatMap(({ alert }) => alert?.message ?? []),
    chains: isOrdinary ? undefined : { releases, ...effectsOf(decisions) },
  };
}

function effectsOf(decisions: readonly Decided[]) {
  const decided = decisions.flatMap(({ signal, decided: made }) => (made ? { signal, decision: made.decision } : []));
  return {
    pauses: decided.flatMap(({ signal: { id, strategyId }, decision }) =>
      decision.pauses && strategyId !== undefined ? { post: id, strategy_id: strategyId } : [],
    ),
    logs: decided.flatMap(({ signal, decision }) =>
      decision.logs.map((log, ord) => ({ post: signal.id, ord, ...log })),
    ),
    notices: decided.flatMap(({ signal, decision }) => decision.notices.map((row) => ({ post: signal.id, ...row }))),
  };
}

/** Announces what a committed decision does besides storing its signal. */
export function publishDecision(
  bus: Bus,
  { accountId }: Pick<NewSignal, "accountId">,
  { holdEndsAtUs, notices }: ChainDecision,
): void {
  if (holdEndsAtUs !== null) bus.publish(CHAINS_HELD, [accountId]);
  const queues = notices.map(({ queue }) => queue);
  if (queues.length > 0) bus.publish(MESSAGES_STORED, [...new Set(queues)]);
}

/** Returns the rows of a decision that no post brings: the time of held signals is up. */
export function releasesOf(decision: ChainDecision, strategyId: string | undefined): ChainRows {
  return {
    releases: decision.released.map((each, ord) => releaseRow(each, null, ord)),
    pauses: decision.pauses && strategyId !== undefined ? [{ post: null, strategy_id: strategyId }] : [],
    logs: decision.logs.map((log, ord) => ({ ord, ...log })),
    notices: decision.notices,
  };
}
