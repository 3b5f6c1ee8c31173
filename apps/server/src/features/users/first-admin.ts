import { v7 as uuidv7 } from "uuid";
import type { Config } from "../../config.ts";
import { findLogin, insertUser } from "../auth/index.ts";
import type { UsersParts } from "./service.ts";
import { hasAdmin } from "./store.ts";

/** ADMIN_EMAIL belongs to a user already. Its message is for the operator. */
export class AdminEmailTaken extends Error {
  override readonly name = "AdminEmailTaken";
}

/**
 * Makes the first admin, if there is none; several nodes may try at once.
 * @throws {AdminEmailTaken} when a user signed up with that e-mail: addresses aren't proven, so nobody is made admin by one.
 */
export async function ensureAdmin(
  { database: { orm }, passwords, clock }: Pick<UsersParts, "database" | "passwords" | "clock">,
  admin: Config["admin"],
): Promise<void> {
  if (!admin || (await hasAdmin(orm))) return;
  const passwordHash = await passwords.hash(admin.password);
  const inserted = await insertUser(orm, {
    id: uuidv7(),
    email: admin.email,
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
