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
export { showingStrategyIds, strategyLabels } from "./labels.ts";
