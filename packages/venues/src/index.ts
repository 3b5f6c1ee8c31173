export { createAlor } from "./alor/alor.ts";
export type { AlorOptions, AlorTimeouts } from "./alor/circuit.ts";
export * from "./venue.ts";
