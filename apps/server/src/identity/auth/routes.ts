import {
  loginPayload,
  passwordResetConfirmPayload,
  passwordResetPayload,
  session,
  signupPayload,
} from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import { languageOf } from "../../platform/http/language.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { Guards } from "./guards.ts";
import type { PasswordReset } from "./password-reset.ts";
import type { Auth } from "./service.ts";

const tags = ["auth"];
/** Bounds floods from one address. The login throttle guards a single user's password. */
const perAddress = { rateLimit: { max: 120, timeWindow: "1 minute" } };

export function authRoutes(auth: Auth, reset: PasswordReset, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/auth/signup",
      { config: perAddress, schema: { tags, summary: "Sign up", body: signupPayload, response: { 200: session } } },
      async (request) => auth.signUp(request.body, originOf(request), languageOf(request)),
    );

    app.post(
      "/auth/login",
      { config: perAddress, schema: { tags, summary: "Sign in", body: loginPayload, response: { 200: session } } },
      async (request) => auth.logIn(request.body, originOf(request)),
    );

    app.post(
      "/auth/password-reset",
      {
        config: perAddress,
        schema: {
          tags,
          summary:
            "Ask for a mail with a link that sets a new password. The answer is the same whether or not there is an account",
          body: passwordResetPayload,
          response: { 200: z.object({}) },
        },
      },
      async (request) => {
        await reset.request(request.body, originOf(request));
        return {};
      },
    );

    app.post(
      "/auth/password-reset/confirm",
      {
        config: perAddress,
        schema: {
          tags,
          summary: "Set a new password by the mailed link; ends every session",
          body: passwordResetConfirmPayload,
          response: { 200: z.object({}) },
        },
      },
      async (request) => {
        await reset.confirm(request.body, originOf(request));
        return {};
      },
    );

    app.post(
      "/auth/logout",
      {
        onRequest: requireUser,
        schema: { tags, summary: "Sign out: ends this session at once", response: { 200: z.object({}) } },
      },
      async (request) => {
        await auth.logOut(request.user, originOf(request));
        return {};
      },
    );
  };
}
