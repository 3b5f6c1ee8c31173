import { eq } from "drizzle-orm";
import type { Database } from "../platform/db/database.ts";
import { accounts } from "../platform/db/schema.ts";
import { notifyChanged } from "./store.ts";

/** Makes the function that gives the accounts of a group the id of the supergroup that it has become. */
export function createChatMoves({ orm }: Pick<Database, "orm">): (from: string, to: string) => Promise<void> {
  return async (from, to) => {
    await orm.transaction(async (tx) => {
      const moved = await tx
        .update(accounts)
        .set({ telegramChatId: to })
        .where(eq(accounts.telegramChatId, from))
        .returning({ id: accounts.id });
      for (const { id } of moved) await notifyChanged(tx, id);
    });
  };
}
