/** How far a user is with the first steps: what their data shows, and what only a row of ours does. */
import { FIRST_STEPS, type FirstStep, type FirstSteps } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import type { Database, Orm } from "../platform/db/database.ts";
import { firstSteps } from "../platform/db/schema.ts";

export interface StepsParts {
  readonly database: Pick<Database, "orm" | "query">;
  readonly clock: Pick<Clock, "nowMs">;
}

const PROGRESS = `
with ready as (
  select is_demo from accounts where user_id = $1 and key_checked_at is not null and key_refusal is null
)
select exists (select from ready) as account,
  steps.message_built_at is not null as message,
  coalesce(test.status = 'CREATED', false) as "testOrder",
  steps.alerted_at is not null as alert,
  users.telegram_chat_id is not null
    or exists (select from accounts where user_id = $1 and telegram_chat_id is not null) as telegram,
  exists (select from ready where not is_demo)
    and exists (select from subscriptions where user_id = $1 and pro_until > $2) as live,
  coalesce(steps.is_hidden, false) as "isHidden",
  steps.finished_at is not null as "isFinished"
from users
left join first_steps steps on steps.user_id = users.id
left join orders test on test.id = steps.test_order_id
where users.id = $1`;

type ProgressRow = Readonly<Record<FirstStep | "isHidden" | "isFinished", boolean>>;

/** Returns how far a user is. Accounts, chats and PRO count as they are now; the rest counts for ever. */
export async function readSteps({ database, clock }: StepsParts, userId: string): Promise<FirstSteps> {
  const [row] = await database.query<ProgressRow>(PROGRESS, [userId, new Date(clock.nowMs())]);
  return {
    done: FIRST_STEPS.filter((step) => row?.[step]),
    isHidden: row?.isHidden ?? false,
    isFinished: row?.isFinished ?? false,
  };
}

type Kept = Partial<Omit<typeof firstSteps.$inferInsert, "userId" | "testOrderId">>;

/** Keeps what the user's other data doesn't show. */
export async function keepSteps(orm: Orm, userId: string, kept: Kept): Promise<void> {
  await orm
    .insert(firstSteps)
    .values({ userId, ...kept })
    .onConflictDoUpdate({ target: firstSteps.userId, set: kept });
}

/** Keeps a user's latest test order, unless the venue has accepted an earlier one. */
export async function keepTestOrder(orm: Orm, userId: string, testOrderId: string): Promise<void> {
  await orm
    .insert(firstSteps)
    .values({ userId, testOrderId })
    .onConflictDoUpdate({
      target: firstSteps.userId,
      set: { testOrderId },
      setWhere: sql`not exists (select from orders where id = ${firstSteps.testOrderId} and status = 'CREATED')`,
    });
}
