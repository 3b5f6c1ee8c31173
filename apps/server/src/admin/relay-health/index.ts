export { createRelayHealth } from "./examine.ts";
export { relayHealthRoutes } from "./examine.ts";
