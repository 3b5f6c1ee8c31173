import {
  recoveryCodes,
  twoFactorEnablePayload,
  twoFactorProof,
  twoFactorSetup,
  twoFactorSetupPayload,
  twoFactorState,
} from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import { originOf } from "../../platform/http/origin.ts";
import type { Guards } from "../auth/index.ts";
import type { TwoFactor } from "./service.ts";

const tags = ["users"];

/** Routes for the signed-in user's second factor. */
export function twoFactorRoutes(twoFactor: TwoFactor, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/users/me/two-factor",
      {
        onRequest: requireUser,
        schema: { tags, summary: "Whether a second factor is asked for", response: { 200: twoFactorState } },
      },
      async ({ user }) => twoFactor.stateOf(user.id),
    );

    app.post(
      "/users/me/two-factor/setup",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "Makes a secret for an authenticator; it asks for nothing until it is enabled",
          body: twoFactorSetupPayload,
          response: { 200: twoFactorSetup },
        },
      },
      async ({ user, body }) => twoFactor.setUp(user, body.password),
    );

    app.post(
      "/users/me/two-factor/enable",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "Enables it by its first code; ends all other sessions, and answers the recovery codes",
          body: twoFactorEnablePayload,
          response: { 200: recoveryCodes },
        },
      },
      async (request) => twoFactor.enable(request.user, request.body.code, originOf(request)),
    );

    app.post(
      "/users/me/two-factor/disable",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "Disables it, by password and code",
          body: twoFactorProof,
          response: { 200: z.object({}) },
        },
      },
      async (request) => {
        await twoFactor.disable(request.user, request.body, originOf(request));
        return {};
      },
    );

    app.post(
      "/users/me/two-factor/recovery-codes",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "New recovery codes in the place of the old ones, by password and code",
          body: twoFactorProof,
          response: { 200: recoveryCodes },
        },
      },
      async (request) => twoFactor.renewRecoveryCodes(request.user, request.body, originOf(request)),
    );
  };
}
