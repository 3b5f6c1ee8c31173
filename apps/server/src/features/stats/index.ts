export { statsRoutes } from "./routes.ts";
export { createTallies } from "./tallies.ts";
