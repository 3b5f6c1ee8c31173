import { RECENT_SIGN_IN_MINUTES, type Role } from "@chartrelay/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { originOf } from "../../platform/http/origin.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Auth } from "./service.ts";
import type { SignedInUser } from "./signed-in-user.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set only by `requireUser`: a route without that guard has no user. */
    user: SignedInUser;
  }
}

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Guards for routes. They run in `onRequest`, before the body is read, so that an anonymous request costs nothing and
 * reveals nothing about how a body is validated.
 */
export interface Guards {
  /** @throws {Problem} unauthorized without a valid bearer token. */
  readonly requireUser: Guard;
  /** @throws {Problem} unauthorized, or forbidden to a user without the role. */
  requireRole(role: Role): Guard;
}

const BEARER = /^Bearer +([A-Za-z0-9_-]{1,128})$/i;

/** Creates the guards for `app`'s routes. */
export function createGuards(app: FastifyInstance, auth: Pick<Auth, "authenticate">): Guards {
  app.decorateRequest("user");

  async function requireUser(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = BEARER.exec(request.headers.authorization ?? "")?.[1];
    const user = token === undefined ? undefined : await auth.authenticate(token, originOf(request));
    if (!user) {
      reply.header("www-authenticate", "Bearer");
      throw new Problem("unauthorized");
    }
    request.user = user;
  }

  return {
    requireUser,
    requireRole: (role) => async (request, reply) => {
      await requireUser(request, reply);
      if (!request.user.roles.includes(role)) throw new Problem("forbidden");
    },
  };
}

const RECENT_MS = RECENT_SIGN_IN_MINUTES * 60_000;

/** @throws {Problem} recent_sign_in_required: POST /auth/confirm-password makes the session a recent one. */
export function requireRecentSignIn({ provedAtMs }: Pick<SignedInUser, "provedAtMs">, nowMs: number): void {
  if (nowMs - provedAtMs > RECENT_MS) throw new Problem("recent_sign_in_required");
}
