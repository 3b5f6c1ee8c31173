export { createGuards, type Guards } from "./guards.ts";
export { authRoutes } from "./routes.ts";
export { createAuth, presentUser, type SignedInUser } from "./service.ts";
export {
  deleteOtherSessions,
  findLogin,
  insertUser,
  replacePasswordHash,
  userColumns,
  type StoredUser,
} from "./store.ts";
