/** Reports: profit and loss, and the cost of execution, from the fills of the user's orders. */
export { ownHoldings, type OwnHolding } from "./own-holdings.ts";
export { REPORT_CHANGED } from "./summing.ts";
export { openProfit } from "./average-cost.ts";
export type { ReportParts } from "./report.ts";
export { netSince, strategyBooks, type StrategyBook } from "./strategy-book.ts";
export { reportOfStrategy } from "./strategy-report.ts";
export type { ValueOf } from "./valuation.ts";
export { namesOf } from "./store.ts";
