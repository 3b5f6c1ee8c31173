import type { Language, Notifications } from "@chartrelay/contract";
import { arrayContains, eq } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema.ts";
import { userColumns, type StoredUser } from "../auth/index.ts";

/** Changes what is given, and only that. */
export async function updateUser(
  orm: Orm,
  userId: string,
  change: { fullName?: string; telegram?: string | null; language?: Language; notifications?: Notifications },
): Promise<StoredUser | undefined> {
  const rows = await orm.update(users).set(change).where(eq(users.id, userId)).returning(userColumns);
  return rows[0] as StoredUser | undefined;
}

/** The e-mail addresses of all administrators. */
export async function adminEmails(orm: Orm): Promise<string[]> {
  const rows = await orm
    .select({ email: users.email })
    .from(users)
    .where(arrayContains(users.roles, ["ADMIN"]));
  return rows.map(({ email }) => email);
}
