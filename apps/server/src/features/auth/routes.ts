import { loginPayload, session, signupPayload } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Guards } from "./guards.ts";
import type { Auth } from "./service.ts";

const tags = ["auth"];
/** A bound on floods from one address. What guards a single user's password is a matter of its own. */
const perAddress = { rateLimit: { max: 120, timeWindow: "1 minute" } };

export function authRoutes(auth: Auth, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/auth/signup",
      { config: perAddress, schema: { tags, summary: "Sign up", body: signupPayload, response: { 200: session } } },
      async ({ body }) => auth.signUp(body),
    );

    app.post(
      "/auth/login",
      { config: perAddress, schema: { tags, summary: "Sign in", body: loginPayload, response: { 200: session } } },
      async ({ body }) => auth.logIn(body),
    );

    app.post(
      "/auth/logout",
      {
        onRequest: requireUser,
        schema: { tags, summary: "Sign out: ends this session at once", response: { 200: z.object({}) } },
      },
      async ({ user }) => {
        await auth.logOut(user);
        return {};
      },
    );
  };
}
