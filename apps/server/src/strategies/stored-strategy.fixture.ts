/** A strategy's row without members, for tests that don't save one by the API. */
import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../platform/db/database.ts";

const STRATEGY = `
insert into strategies (id, user_id, id_hash, sealed_id, name, mode, on_gap, start, state, on_protection_refused, limits, roll,
  client_certificate, created_at)
values ($1, $2, sha256($1::text::bytea), 'none', 'Trend', 'target', 'tell', 'now', 'on', 'tell', $3::jsonb, $4::jsonb, 'shown', now())`;

interface Given {
  readonly limits?: object;
  readonly roll?: object;
}

/** Stores a strategy in target mode that is on. Returns its own id. */
export async function storeStrategy(
  db: Queryable,
  userId: string,
  { limits = {}, roll = {} }: Given = {},
): Promise<string> {
  const id = uuidv7();
  await db.query(STRATEGY, [id, userId, JSON.stringify(limits), JSON.stringify(roll)]);
  return id;
}
