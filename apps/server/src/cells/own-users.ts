/** The users of this cell, by e-mail. */
import type { Queryable } from "../platform/db/database.ts";

const BATCH = 1_000;

/** Returns whether this cell has a user with that address. */
export async function hasUser(db: Queryable, email: string): Promise<boolean> {
  return (await db.query("select 1 from users where email = $1", [email])).length > 0;
}

/** Calls `use` with the addresses of all users of this cell, in batches. */
export async function eachOwnUser(db: Queryable, use: (emails: readonly string[]) => Promise<unknown>): Promise<void> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const rows = await db.query<{ id: string; email: string }>(
      "select id, email from users where id > $1 order by id limit $2",
      [after, BATCH],
    );
    if (rows.length === 0) return;
    await use(rows.map(({ email }) => email));
    after = rows.at(-1)?.id ?? after;
  }
}
