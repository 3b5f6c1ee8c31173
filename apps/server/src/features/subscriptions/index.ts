export { subscriptionRoutes } from "./routes.ts";
export { createSubscriptions, type Subscriptions } from "./service.ts";
