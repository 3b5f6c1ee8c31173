export { AdminEmailTaken, ensureAdmin } from "./first-admin.ts";
export { userRoutes } from "./service.ts";
export { createUsers } from "./service.ts";
