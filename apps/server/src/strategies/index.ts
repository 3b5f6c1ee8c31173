export { type LinkedStrategy, type StrategyDirectory } from "./directory.ts";
