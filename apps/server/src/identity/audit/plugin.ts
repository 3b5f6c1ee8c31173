import { auditEntry, pageOf, pageQuery, problemDetails } from "@chartrelay/contract";
import fp from "fastify-plugin";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { listAudit } from "./list.ts";

/** GET /users/me/audit: the signed-in user's audit log. */
export const audit = fp(
  async (app) => {
    const { orm } = app.platform.database;
    const { requireUser } = app.guards;
    const accounts = app.accountDirectory;
    await app.platform.serve(async (api) => {
      api
        .withTypeProvider<ZodTypeProvider>()
        .get("/users/me/audit", { onRequest: requireUser, schema: SCHEMA }, async ({ user, query }) =>
          listAudit({ orm, accounts }, user.id, query),
        );
    });
  },
  { name: "audit", dependencies: ["identity", "account directory"] },
);

const SCHEMA = {
  summary: "What happened to the user's account: sign-ins, changes of passwords and keys, and the like",
  tags: ["users"],
  querystring: pageQuery,
  response: { 200: pageOf(auditEntry), 401: problemDetails },
} as const;
