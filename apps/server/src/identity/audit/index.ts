export { auditRoutes } from "./routes.ts";
export { recordAudit } from "./record.ts";
