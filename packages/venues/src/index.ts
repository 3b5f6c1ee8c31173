export * from "./venue.ts";
