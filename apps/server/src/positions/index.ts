/** Positions: what accounts hold, by their venues' own reading. */
export { type ClosedPosition, type ClosingUnderStop, type CoveringStop } from "./close.ts";
export { HOLDINGS_READ } from "./refresh.ts";
