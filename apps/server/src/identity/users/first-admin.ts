import type { FastifyBaseLogger } from "fastify";
import { v7 as uuidv7 } from "uuid";
import type { Config } from "../../config.ts";
import { findLogin, insertUser } from "../auth/index.ts";
import { adminEmails, type UsersParts } from "./service.ts";

/** Thrown when ADMIN_EMAIL already belongs to a user. Its message is for the operator. */
export class AdminEmailTaken extends Error {
  override readonly name = "AdminEmailTaken";
}

export interface FirstAdminParts extends Pick<UsersParts, "database" | "passwords" | "clock"> {
  readonly logger: Pick<FastifyBaseLogger, "warn">;
}

/**
 * Creates the first admin if there is none; several nodes may try at once. Logs a warning if there are admins already,
 * and ADMIN_EMAIL names none of them.
 * @throws {AdminEmailTaken} when a user signed up with that e-mail: signing up doesn't prove an address, so it makes
 * nobody an admin.
 */
export async function ensureAdmin(
  { database: { orm }, passwords, clock, logger }: FirstAdminParts,
  admin: Config["admin"],
): Promise<void> {
  if (!admin) return;
  const admins = await adminEmails(orm);
  if (admins.length > 0 && !admins.includes(admin.email)) {
    logger.warn("ADMIN_EMAIL is ignored: there is an administrator already. `npm run admin -- make-admin` makes more");
  }
  if (admins.length > 0) return;
  const passwordHash = await passwords.hash(admin.password);
  const inserted = await insertUser(orm, {
    id: uuidv7(),
    email: admin.email,
    // The operator vouches for it.
    emailConfirmedAt: new Date(clock.nowMs()),
    fullName: "Admin",
    roles: ["USER", "ADMIN"],
    passwordHash,
    utmSource: null,
    language: "en",
    createdAt: new Date(clock.nowMs()),
  });
  if (inserted) return;
  const holder = await findLogin(orm, admin.email);
  if (!holder?.user.roles.includes("ADMIN"))
    throw new AdminEmailTaken("ADMIN_EMAIL: a user who is no admin has it already");
}
