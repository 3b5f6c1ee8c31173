export { fetchLatestOrders, fetchOverview } from "./api.ts";
export { Overview } from "./overview.tsx";
