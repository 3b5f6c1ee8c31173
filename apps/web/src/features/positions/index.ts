export { fetchHoldings, type Holdings } from "./api.ts";
export { Positions } from "./positions.tsx";
