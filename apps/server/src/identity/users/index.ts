export { AdminEmailTaken, ensureAdmin } from "./first-admin.ts";
export { userRoutes } from "./routes.ts";
export { createUsers, type Users } from "./service.ts";
