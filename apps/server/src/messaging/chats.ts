/** Known facts about chats: which can't be sent to, and which groups have become supergroups. */
import type { Reason } from "@chartrelay/contract";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isStorageFailure } from "../platform/db/failure.ts";
import { GroupCommit } from "../platform/db/group-commit.ts";
import { topic, type Bus } from "../platform/pubsub.ts";

export interface Chat {
  /** Its current id. */
  readonly id: string;
  /** Why nothing can be sent there, and since when (in microseconds since the Unix epoch). */
  readonly problem?: { readonly reason: Reason; readonly sinceUs: number };
}

export interface Chats {
  /** Finds a chat by its current or its old id. @throws storage errors, as all of these do. */
  find(id: string): Promise<Chat>;
  /** Marks that nothing can be sent there, until `enable` or until a later retry works. */
  disable(id: string, reason: Reason): Promise<void>;
  /** Marks that sending works again, for example because somebody there has just written to the bot. */
  enable(id: string): Promise<void>;
  /** Notes that the group `from` has become the supergroup `to`: messages to the old id go to the new one. */
  migrate(from: string, to: string): Promise<void>;
}

interface ChatRow {
  readonly asked: string;
  readonly id: string;
  readonly problem: Reason | null;
  readonly problem_at: number | null;
}

const FIND = `
select asked, coalesce(moved.migrated_to, asked) as id, chats.problem, chats.problem_at
from unnest($1::text[]) as asked
left join chats moved on moved.id = asked
left join chats on chats.id = coalesce(moved.migrated_to, asked)`;
const DISABLE = `
with earlier as (select problem from chats where id = $1)
insert into chats (id, problem, problem_at) values ($1, $2, $3)
on conflict (id) do update set problem = $2, problem_at = $3
returning (select problem from earlier) is distinct from $2 as "isNew"`;
const ENABLE = "update chats set problem = null, problem_at = null where id = $1 and problem is not null returning id";
const MIGRATE = `
with earlier as (update chats set migrated_to = $2 where migrated_to = $1)
insert into chats (id, migrated_to) values ($1, $2)
on conflict (id) do update set migrated_to = $2, problem = null, problem_at = null`;

/** Carries the id of a chat that can no longer be sent to, or for a new reason, or that can be sent to again. */
export const CHAT_CHANGED = topic<string>("chat changed");

export interface ChatsParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowUs">;
  readonly bus: Bus;
}

export function createChats({ db, clock, bus }: ChatsParts): Chats {
  const found = new GroupCommit({
    isOutage: isStorageFailure,
    write: async (ids: readonly string[]) => {
      const rows = await db.query<ChatRow>(FIND, [[...new Set(ids)]]);
      const byAsked = new Map(rows.map((row) => [row.asked, row]));
      return ids.map((id): Chat => {
        const row = byAsked.get(id);
        if (!row?.problem) return { id: row?.id ?? id };
        return { id: row.id, problem: { reason: row.problem, sinceUs: row.problem_at ?? 0 } };
      });
    },
  });
  return {
    find: (id) => found.add(id),
    async disable(id, reason) {
      const [disabled] = await db.query<{ isNew: boolean }>(DISABLE, [id, reason, clock.nowUs()]);
      if (disabled?.isNew) bus.publish(CHAT_CHANGED, id);
    },
    async enable(id) {
      const enabled = await db.query(ENABLE, [id]);
      if (enabled.length > 0) bus.publish(CHAT_CHANGED, id);
    },
    async migrate(from, to) {
      await db.query(MIGRATE, [from, to]);
    },
  };
}
