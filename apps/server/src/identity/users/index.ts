export { AdminEmailTaken, ensureAdmin } from "./first-admin.ts";
export { userRoutes } from "./routes.ts";
export { createUsers } from "./service.ts";
