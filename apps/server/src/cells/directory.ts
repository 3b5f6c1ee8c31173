/**
 * Which cell the user of an e-mail address lives in. The table is in the first cell; nodes of other cells ask one of its
 * nodes. It holds a keyed hash of each address, not the address.
 */
import { createHmac } from "node:crypto";
import type { Cells } from "../config.ts";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { CellClient } from "./forward.ts";

export interface Directory {
  /** Returns the cell of an address; undefined if nobody has it. @throws if the first cell can't be asked. */
  find(email: string): Promise<string | undefined>;
  /**
   * Reserves addresses for a cell, unless another one has them. Returns the cell of each.
   * @throws if the first cell can't be asked.
   */
  reserve(emails: readonly string[], cell: string): Promise<string[]>;
  /** Gives up an address that a cell had. @throws if the first cell can't be asked. */
  release(email: string, cell: string): Promise<void>;
}

/** Paths of the directory at the first cell's nodes, relative to /api/v1. */
export const DIRECTORY_PATHS = { find: "/cells/find", reserve: "/cells/reserve", release: "/cells/release" } as const;

/** Its own users' addresses count as well: those from before the cells were never reserved. */
const FIND = `
select coalesce(
  (select cell from user_cells where email_key = $1),
  (select $3 from users where email = $2)
) as cell`;
/** An update that changes nothing returns the row that is there, also one that was inserted a moment ago. */
const RESERVE = `
insert into user_cells (email_key, cell, reserved_at)
select key, coalesce((select $4::text from users where users.email = given.email), $3), $5
from unnest($1::bytea[], $2::text[]) as given (key, email)
on conflict (email_key) do update set cell = user_cells.cell
returning email_key as key, cell`;

/** Creates the directory on a node of the first cell. */
export function createDirectory(
  db: Queryable,
  { first, secret }: Pick<Cells, "first" | "secret">,
  clock: Pick<Clock, "nowMs">,
): Directory {
  const keyOf = (email: string) => createHmac("sha256", secret).update(`user ${email}`).digest();
  return {
    async find(email) {
      const [row] = await db.query<{ cell: string | null }>(FIND, [keyOf(email), email, first]);
      return row?.cell ?? undefined;
    },
    async reserve(emails, cell) {
      // One order for all, so that no two statements wait for each other.
      const entries = [...new Set(emails)].toSorted().map((email) => ({ email, key: keyOf(email) }));
      const rows = await db.query<{ key: Uint8Array; cell: string }>(RESERVE, [
        entries.map(({ key }) => key),
        entries.map(({ email }) => email),
        cell,
        first,
        new Date(clock.nowMs()),
      ]);
      const cells = new Map(rows.map((row) => [Buffer.from(row.key).toString("hex"), row.cell]));
      return emails.map((email) => cells.get(keyOf(email).toString("hex")) ?? cell);
    },
    async release(email, cell) {
      await db.query("delete from user_cells where email_key = $1 and cell = $2", [keyOf(email), cell]);
    },
  };
}

/** Creates the directory on a node of another cell. */
export function remoteDirectory(first: Pick<CellClient, "post">): Directory {
  const ask = async <Answer>(path: string, body: object) => (await first.post(`/api/v1${path}`, body)) as Answer;
  return {
    find: async (email) => (await ask<{ cell: string | null }>(DIRECTORY_PATHS.find, { email })).cell ?? undefined,
    reserve: async (emails, cell) => (await ask<{ cells: string[] }>(DIRECTORY_PATHS.reserve, { emails, cell })).cells,
    release: async (email, cell) => void (await ask(DIRECTORY_PATHS.release, { email, cell })),
  };
}
