export { type LinkedStrategy, type StrategyDirectory } from "./directory.ts";
export {
  follow,
  missedOf,
  releaseDue,
  settleGap,
  type ChainRules,
  type ChainState,
  type ChainStep,
  type LinkInput,
  type LinkTrade,
  type ReleasedLink,
} from "./chain.ts";
export { followDay, type DayRecord } from "./daily-loss.ts";
export { AS_WRITTEN, legsOf, type Instruction } from "./instruction.ts";
export { plan } from "./plan.ts";
export type { Plan, PlanInput, StrategyHolding } from "./plan-input.ts";
export { dayIn, dayStartMs } from "./trading-hours.ts";
export { findOwnStrategyId, showingStrategyIds, strategyLabels } from "./labels.ts";
export { logStrategy, type StrategyEvent } from "./log.ts";
export { outcomeOf, type MemberOutcome } from "./outcome.ts";
export { rewrapStrategyIds } from "./rotation.ts";
export { changeState, type StateChanger } from "./state.ts";
export {
  deleteStrategiesOf,
  lockStrategy,
  notifyStrategyChanged,
  STRATEGIES_CHANGED,
  STRATEGY_ACTED,
  USER_STRATEGIES_CHANGED,
} from "./store.ts";
export { COUNT_IN_LEDGER, type LedgerEntry, ledgerOf, ledgerOwner, NEVER_HELD } from "./ledger.ts";
export { roll, type HeldContract, type Rolled } from "./roll.ts";
export { strategyNamed } from "./strategy-ids.ts";
