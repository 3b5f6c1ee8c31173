/** Reports: profit and loss, and the cost of execution, from the fills of the user's orders. */
export { ownHoldings, type OwnHolding } from "./own-holdings.ts";
export { REPORT_CHANGED } from "./summing.ts";
