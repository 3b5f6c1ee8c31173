export { createRelayHealth } from "./examine.ts";
export { relayHealthRoutes } from "./routes.ts";
