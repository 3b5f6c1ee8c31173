/** Replays: TradingView's alert log through a strategy as it is set now, against simulated venues. Nothing live is touched. */
export type { ReadLog } from "./log/index.ts";
export { createReplayClock } from "./clock.ts";
export { replay, startOf } from "./replay.ts";
export type { ReplayAnswer, ReplayJob, RunReplay } from "./job.ts";
export type { SimulatedMarket } from "./market.ts";
export type { ReplayAccount } from "./trading.ts";
