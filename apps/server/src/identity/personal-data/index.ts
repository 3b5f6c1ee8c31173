export { Erasure } from "./erasure.ts";
export { forgetHolder } from "./holder.ts";
export { personalDataRoutes } from "./routes.ts";
export { createRetention } from "./retention.ts";
