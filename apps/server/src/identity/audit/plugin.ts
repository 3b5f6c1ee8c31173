import { auditEntry, pageOf, pageQuery, problemDetails } from "@chartrelay/contract";
import fp from "fastify-plugin";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { listAudit } from "./list.ts";
import { createSealer } from "./seal.ts";

/** The audit log: GET /users/me/audit for the signed-in user, and the job that chains the entries. */
export const audit = fp(
  async (app) => {
    const { orm } = app.platform.database;
    app.jobs.add(createSealer(app.platform));
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
  { name: "audit", dependencies: ["identity", "account directory", "jobs"] },
);

const SCHEMA = {
  summary: "What happened to the user's account: sign-ins, changes of passwords and keys, and the like",
  tags: ["users"],
  querystring: pageQuery,
  response: { 200: pageOf(auditEntry), 401: problemDetails },
} as const;
