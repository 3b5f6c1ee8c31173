import type { FastifyBaseLogger } from "fastify";
import { v7 as uuidv7 } from "uuid";
import type { Config } from "../../config.ts";
import { findLogin, insertUser } from "../auth/index.ts";
import { adminEmails, type UsersParts } from "./service.ts";

/** ADMIN_EMAIL belongs to a user already. Its message is for the operator. */
export class AdminEmailTaken extends Error {
  override readonly name = "AdminEmailTaken";
}

export interface FirstAdminParts extends Pick<UsersParts, "database" | "passwords" | "clock"> {
  readonly logger: Pick<FastifyBaseLogger, "warn">;
}

/**
 * Makes the first admin, if there is none; several nodes may try at once. Says so where there is one already whose address
 * ADMIN_EMAIL doesn't name.
 * @throws {AdminEmailTaken} when a user signed up with that e-mail: addresses aren't proven, so nobody is made admin by one.
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
    // The operator's own word.
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
