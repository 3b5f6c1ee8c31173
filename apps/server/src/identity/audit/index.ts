export { auditRoutes } from "./list.ts";
export { recordAudit } from "./record.ts";
