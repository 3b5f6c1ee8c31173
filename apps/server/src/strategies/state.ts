/** A strategy's state: who may change it to what, and the record of it. */
import type { StrategyLogKind, StrategyState } from "@chartrelay/contract";
import type { Orm } from "../platform/db/database.ts";
import { logStrategy } from "./log.ts";
import { notifyStrategyChanged, restartChains, setState } from "./store.ts";
import type { StrategyRow } from "./strategy-row.ts";

/** Who changes a state: its user by hand, on a page, in Telegram or by the API, or the relay by one of its rules. */
export type StateChanger = "page" | "telegram" | "gap" | "stop";

const LOGGED: Readonly<Record<StrategyState, StrategyLogKind>> = { on: "on", paused: "paused", stopped: "stopped" };

/**
 * Returns whether a strategy may go from one state to another. Only its user starts it again, and only its user turns a
 * stopped one into a paused one: a rule that pauses must not undo the kill switch.
 */
function mayChange(from: StrategyState, to: StrategyState, by: StateChanger): boolean {
  if (by === "page" || by === "telegram") return true;
  return by === "gap" ? from === "on" && to === "paused" : to === "stopped";
}

/**
 * Changes a strategy's state and logs it; turned on, it joins TradingView's positions anew. Call within a transaction that holds the strategy's row: see `lockStrategy`.
 * Returns whether anything changed.
 */
export async function changeState(
  orm: Orm,
  { id, userId, state: from }: Pick<StrategyRow, "id" | "userId" | "state">,
  { to, by, atUs }: { readonly to: StrategyState; readonly by: StateChanger; readonly atUs: number },
): Promise<boolean> {
  if (from === to || !mayChange(from, to, by)) return false;
  await setState(orm, id, to);
  if (to === "on") await restartChains(orm, id);
  const kind = by === "gap" ? "pausedByGap" : LOGGED[to];
  await logStrategy(orm, { strategyId: id, userId }, { kind, details: { from, by }, atUs });
  await notifyStrategyChanged(orm, id);
  return true;
}
