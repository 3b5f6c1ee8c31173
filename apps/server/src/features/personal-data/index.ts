export { Erasure } from "./erasure.ts";
export { personalDataRoutes } from "./routes.ts";
