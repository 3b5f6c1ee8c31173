/** Reports: profit and loss, and the cost of execution, from the fills of the user's orders. */
export { ownHoldings, type OwnHolding } from "./own-holdings.ts";
export { FILLS_SUMMED } from "./summing.ts";
