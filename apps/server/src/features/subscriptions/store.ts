import { eq } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { subscriptions } from "../../platform/db/schema.ts";

export async function findProUntil(orm: Orm, userId: string): Promise<Date | undefined> {
  const [row] = await orm.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return row?.proUntil;
}

export async function setProUntil(orm: Orm, userId: string, proUntil: Date): Promise<void> {
  await orm
    .insert(subscriptions)
    .values({ userId, proUntil })
    .onConflictDoUpdate({ target: subscriptions.userId, set: { proUntil } });
}
