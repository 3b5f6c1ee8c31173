/** Lists where a user is signed in, and signs them out remotely. */
import type { RecentSignInPayload, UserSession } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Origin } from "../../platform/http/origin.ts";
import { Problem } from "../../platform/http/problem.ts";
import { recordAudit } from "../audit/index.ts";
import { sessionLimits, type SecondFactor } from "./service.ts";
import type { SignedInUser } from "./signed-in-user.ts";
import { deleteOtherSessions, deleteSessionById, listSessions, proveSession, SESSIONS_ENDED } from "./store.ts";
import type { Bus } from "../../platform/pubsub.ts";

export interface Sessions {
  /** Most recently used first. */
  list(user: SignedInUser): Promise<UserSession[]>;
  /** @throws {Problem} not_found when the user has no such session. */
  revoke(user: SignedInUser, id: string, origin: Origin): Promise<void>;
  /**
   * Makes the user's current session a recent one, after checking the password or a second-factor code.
   * @throws {Problem} validation_failed on `password` or `code`; too_many_attempts.
   */
  prove(user: SignedInUser, proof: RecentSignInPayload): Promise<void>;
  /** Ends all sessions but the current one. */
  revokeOthers(user: SignedInUser, origin: Origin): Promise<void>;
}

export interface SessionsParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly secondFactor: Pick<SecondFactor, "proveEither">;
  readonly bus: Bus;
}

export function createSessions({ database, clock, secondFactor, bus }: SessionsParts): Sessions {
  const { orm } = database;
  const entry = ({ id }: SignedInUser, origin: Origin) =>
    ({ at: new Date(clock.nowMs()), userId: id, actor: id, action: "sessions_revoked", ...origin }) as const;

  return {
    async list({ id, sessionHash }) {
      const sessions = await listSessions(orm, id, sessionLimits(clock.nowMs()));
      return sessions.map((session) => ({
        id: session.id,
        createdDate: session.createdAt.toISOString(),
        lastUsedDate: session.lastUsedAt.toISOString(),
        address: session.address,
        agent: session.agent,
        isCurrent: sessionHash.equals(session.tokenHash),
      }));
    },

    async prove(user, proof) {
      await secondFactor.proveEither(user, proof);
      await proveSession(orm, user.sessionHash, new Date(clock.nowMs()));
    },

    async revoke(user, id, origin) {
      await orm.transaction(async (tx) => {
        if (!(await deleteSessionById(tx, user.id, id))) throw new Problem("not_found");
        await recordAudit(tx, { ...entry(user, origin), subject: id });
      });
      bus.publish(SESSIONS_ENDED, user.id);
    },

    async revokeOthers(user, origin) {
      await orm.transaction(async (tx) => {
        await deleteOtherSessions(tx, user.id, user.sessionHash);
        await recordAudit(tx, entry(user, origin));
      });
      bus.publish(SESSIONS_ENDED, user.id);
    },
  };
}
