export { Erasure } from "./erasure.ts";
export { forgetHolder } from "./erasure.ts";
export { personalDataRoutes } from "./routes.ts";
export { createRetention } from "./retention.ts";
