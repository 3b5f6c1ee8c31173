/** What lists call an account, while it exists and after it was deleted. */
import { and, eq } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Orm } from "../platform/db/database.ts";
import { accounts, formerAccounts } from "../platform/db/schema.ts";
import { accountNamed } from "./webhook-ids.ts";

const CALLED = ["id", "name", "keyEnding", "venue", "isDemo", "userId"] as const;
type Called = (typeof CALLED)[number];
const of = <Table extends Record<Called, unknown>>(table: Table) =>
  Object.fromEntries(CALLED.map((column) => [column, table[column]])) as Pick<Table, Called>;

/** All accounts by their own ids, with their names as they are or, once deleted, as they last were: to be joined. */
export const accountLabels = new QueryBuilder()
  .select(of(accounts))
  .from(accounts)
  .unionAll(new QueryBuilder().select(of(formerAccounts)).from(formerAccounts))
  .as("account_labels");

/** Returns the own id of a user's account, deleted or not, by an id in a request; undefined if the user has none such. */
export async function findOwnAccountId(orm: Orm, userId: string, id: string): Promise<string | undefined> {
  const [found] = await orm
    .select({ id: accountLabels.id })
    .from(accountLabels)
    .where(and(eq(accountLabels.id, accountNamed(id)), eq(accountLabels.userId, userId)));
  return found?.id;
}

/** Keeps what an account is called. Call before the same transaction deletes it. */
export async function keepLabel(orm: Orm, id: string, deletedAt: Date): Promise<void> {
  const [account] = await orm.select(of(accounts)).from(accounts).where(eq(accounts.id, id));
  if (account) await orm.insert(formerAccounts).values({ ...account, deletedAt });
}
