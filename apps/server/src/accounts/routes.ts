import { account, accountEntries, accountRequest, keyCheck, pausePayload } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import { originOf } from "../platform/http/origin.ts";
import type { Guards } from "../identity/auth/index.ts";
import type { IdChanges } from "./id-changes.ts";
import type { KeyChecks } from "./key-check.ts";
import type { Accounts } from "./service.ts";

const tags = ["accounts"];
const response = { 200: z.array(account) };
/** Enough for the most entries that a request may hold, with keys as long as brokers make them. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** Enough for a user's own pace; each check goes to a venue. */
const perAddress = { rateLimit: { max: 60, timeWindow: "1 minute" } };

export function accountRoutes(
  accounts: Accounts,
  idChanges: IdChanges,
  keyChecks: Pick<KeyChecks, "check">,
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
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
      async (request) => accounts.save(request.user, request.body, originOf(request)),
    );

    app.post(
      "/accounts/me/pause",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "Pauses all accounts, or resumes those that were paused together",
          description:
            "From the answer on, alerts of a paused account are refused with ACCOUNT_PAUSED, and its orders that haven't been sent end with it. What the venue already has stays there.",
          body: pausePayload,
          response,
        },
      },
      async (request) => accounts.pauseAll(request.user, request.body.isPaused, originOf(request)),
    );

    app.post(
      "/accounts/me/change-id",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "Gives an account a new id; the present one works on for a day",
          body: accountRequest,
          response,
        },
      },
      async (request) => idChanges.change(request.user, request.body.id, originOf(request)),
    );

    app.post(
      "/accounts/me/end-old-id",
      {
        onRequest: requireUser,
        schema: { tags, summary: "Ends the old id of an account now", body: accountRequest, response },
      },
      async (request) => idChanges.endOld(request.user, request.body.id, originOf(request)),
    );

    app.post(
      "/accounts/me/check",
      {
        onRequest: requireUser,
        config: perAddress,
        schema: {
          tags,
          summary: "Asks the venue what an account's saved key may do",
          body: accountRequest,
          response: { 200: keyCheck },
        },
      },
      async ({ user, body }) => keyChecks.check(user.id, body.id),
    );
  };
}
