/**
 * Carries out what a trader decides about missing signals: catch up with TradingView's position, leave it, or close what the
 * strategy holds. The decision is a signal of its own, so it is stored, and made once, like any other.
 */
import { v7 as uuidv7 } from "uuid";
import { partitionOf } from "../cluster/queue.ts";
import type { GapChoice } from "../messaging/index.ts";
import { ageUs, monotonicMicros } from "../platform/db/age.ts";
import type { ChainState } from "../strategies/index.ts";
import type { Accept } from "./accept.ts";
import { GAP_LIFE_MS } from "./gap-messages.ts";
import type { Queryable } from "../platform/db/database.ts";
import { ordersOfDecision, type RecipientParts } from "./recipient.ts";
import { hashOf } from "./signal.ts";

/**
 * `decided`: by an earlier press, or signals that came late. `expired`: it is too long ago. `restarted`: its strategy was
 * turned on again since, and joins TradingView's position with the next signal, whatever was missing.
 */
export type GapAnswer = "done" | "decided" | "expired" | "restarted" | "not_on";

/** Decides about the gap that a signal showed. @throws storage errors. */
export type DecideGap = (signalId: string, choice: GapChoice) => Promise<GapAnswer>;

export interface GapDecisionParts extends RecipientParts {
  readonly db: Queryable;
  readonly accept: Accept;
  readonly clock: { readonly nowUs: () => number; readonly monotonicMs: () => number };
  /** Returns this node's name in the cluster. */
  readonly node: () => number;
}

const GAP = `
select strategy_id as "strategyId", ${ageUs("signals", { node: "$2::int", monotonicUs: "$3::bigint" })} as "ageUs",
  (select details ->> 'ticker' from strategy_log where strategy_log.strategy_id = signals.strategy_id and kind = 'gap'
    and details ->> 'signalId' = $1 order by seq desc limit 1) as ticker
from signals where id = $1::uuid and strategy_id is not null`;
const CHAIN = "select state from position_chains where source_id = $1 and ticker = $2";

interface GapRow {
  readonly strategyId: string;
  readonly ageUs: number;
  readonly ticker: string | null;
}

export function createGapDecision(parts: GapDecisionParts): DecideGap {
  const { db, strategies, accept, clock, node } = parts;
  return async (signalId, choice) => {
    const asker = [node(), monotonicMicros(clock.monotonicMs())];
    const [gap] = await db.query<GapRow>(GAP, [signalId, ...asker]);
    const strategy = gap && (await strategies.lookup(gap.strategyId));
    const ticker = gap?.ticker;
    if (!gap || !strategy || !ticker || gap.ageUs > GAP_LIFE_MS * 1_000) return "expired";
    const [chain] = await db.query<{ state: ChainState | null }>(CHAIN, [strategy.id, ticker]);
    const shown = chain?.state?.recent.find((link) => link.signalId === signalId);
    if (!shown?.gap) return hasBegunSince(chain?.state ?? null) ? "restarted" : "expired";
    if (shown.gap.isSettled) return "decided";
    if (strategy.state !== "on" && choice === "catchUp") return "not_on";
    const id = uuidv7();
    const orders = choice === "ignore" ? [] : await ordersOfDecision(parts, strategy, id, ticker, choice);
    const body = Buffer.from(JSON.stringify({ gap: signalId, choice }));
    const accepted = await accept({
      id,
      userId: strategy.userId,
      accountId: strategy.id,
      strategyId: strategy.id,
      usedOldId: false,
      body,
      bodyHash: hashOf(body),
      // The same for each button: the first press decides.
      idempotencyKey: `gap ${signalId}`,
      partition: partitionOf(strategy.id),
      receivedAtUs: clock.nowUs(),
      receivedAtMonotonicMs: clock.monotonicMs(),
      refusal: undefined,
      orders,
      settles: { ticker, signalId, choice },
    });
    if (accepted.kind !== "inserted") return "decided";
    // The chain was given up between our look at it and the commit, which then drops the orders.
    return orders.length > 0 && accepted.orders?.length === 0 ? "restarted" : "done";
  };
}

/** Whether a chain has begun, or will, after a signal that it doesn't remember. */
function hasBegunSince(state: ChainState | null): boolean {
  return state === null || state.recent.some(({ gap }) => gap?.from === null);
}
