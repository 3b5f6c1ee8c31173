/** Positions: what accounts hold, by their venues' own reading. */
export { HOLDINGS_READ } from "./refresh.ts";
