/** A user as the storage has one, for tests that boot no server. */
import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../src/platform/db/database.ts";

/** Stores a user who can't sign in. Returns the user's id. */
export async function storeUser(db: Queryable): Promise<string> {
  const id = uuidv7();
  await db.query("insert into users (id, email, full_name, roles, password_hash) values ($1, $2, 'T', '{}', '-')", [
    id,
    `${id}@example.com`,
  ]);
  return id;
}
