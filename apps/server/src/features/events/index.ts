export { EventHub, EVENTS_CHANNEL } from "./hub.ts";
export { eventRoutes } from "./routes.ts";
