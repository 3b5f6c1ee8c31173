export { statsRoutes } from "./routes.ts";
export { createOrderCounts } from "./order-counts.ts";
