export { type LinkedStrategy, type StrategyDirectory } from "./directory.ts";
export {
  follow,
  releaseDue,
  settleGap,
  type ChainRules,
  type ChainState,
  type ChainStep,
  type LinkInput,
  type ReleasedLink,
} from "./chain.ts";
export { followDay, type DayRecord } from "./daily-loss.ts";
export { AS_WRITTEN, closesOnly, isClosingOnly, legsOf, legsToPosition, type Instruction } from "./instruction.ts";
export { plan } from "./plan.ts";
export type { OrderTerms, Plan, PlanInput, StrategyHolding } from "./plan-input.ts";
export { dayIn, dayStartMs } from "./trading-hours.ts";
export { findOwnStrategyId, showingStrategyIds, strategyLabels } from "./labels.ts";
export { outcomeOf, type MemberOutcome } from "./outcome.ts";
export { rewrapStrategyIds } from "./rotation.ts";
export {
  deleteStrategiesOf,
  notifyStrategyChanged,
  restartChains,
  STRATEGIES_CHANGED,
  STRATEGY_ACTED,
  USER_STRATEGIES_CHANGED,
} from "./store.ts";
export { COUNT_IN_LEDGER, type LedgerEntry, type LedgerKey, ledgerOf, ledgerOwner, NEVER_HELD } from "./ledger.ts";
export { type KnownPosition, positionsOf } from "./known-positions.ts";
export type { Asked, Held } from "./position-rows.ts";
export { roll, type Rolled } from "./roll.ts";
export { strategyNamed } from "./strategy-ids.ts";
