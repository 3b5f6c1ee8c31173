import { account, accountEntries } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Guards } from "../auth/index.ts";
import type { Accounts } from "./service.ts";

const tags = ["accounts"];
const response = { 200: z.array(account) };
/** A hundred entries with the longest keys. */
const BODY_LIMIT_BYTES = 1024 * 1024;

export function accountRoutes(accounts: Accounts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/accounts/me/list",
      { onRequest: requireUser, schema: { tags, summary: "The user's broker accounts; keys are dots", response } },
      async ({ user }) => accounts.list(user.id),
    );

    app.post(
      "/accounts/me/list",
      {
        onRequest: requireUser,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          tags,
          summary: "Add, change and remove broker accounts: all of the list, or none",
          body: accountEntries,
          response,
        },
      },
      async ({ user, body }) => accounts.save(user.id, body),
    );
  };
}
