export { EventHub } from "./hub.ts";
export { eventRoutes } from "./routes.ts";
