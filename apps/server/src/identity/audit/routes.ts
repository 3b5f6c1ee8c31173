import { auditEntry, pageOf, pageQuery, problemDetails } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../auth/index.ts";
import { listAudit, type AuditListParts } from "./list.ts";

/** GET /users/me/audit: what happened to the signed-in user's account. */
export function auditRoutes(parts: AuditListParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/users/me/audit", { onRequest: requireUser, schema: SCHEMA }, async ({ user, query }) =>
      listAudit(parts, user.id, query),
    );
  };
}

const SCHEMA = {
  summary: "What happened to the user's account: sign-ins, changes of passwords and keys, and the like",
  tags: ["users"],
  querystring: pageQuery,
  response: { 200: pageOf(auditEntry), 401: problemDetails },
} as const;
