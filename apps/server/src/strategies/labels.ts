/** What lists call a strategy, while it exists and after it was deleted. */
import { and, eq, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Orm } from "../platform/db/database.ts";
import { formerStrategies, strategies } from "../platform/db/schema.ts";
import type { StrategyDirectory } from "./directory.ts";
import { strategyNamed } from "./strategy-ids.ts";

const called = <Id, Name, UserId>({ id, name, userId }: { id: Id; name: Name; userId: UserId }) => ({
  id,
  name,
  userId,
});

/** All strategies by their own ids, with their names as they are or, once deleted, as they last were: to be joined. */
export const strategyLabels = new QueryBuilder()
  .select({ ...called(strategies), isDeleted: sql<boolean>`false`.as("is_deleted") })
  .from(strategies)
  .unionAll(
    new QueryBuilder()
      .select({ ...called(formerStrategies), isDeleted: sql<boolean>`true`.as("is_deleted") })
      .from(formerStrategies),
  )
  .as("strategy_labels");

/** Returns the own id of a user's strategy, deleted or not, by an id in a request; undefined if the user has none such. */
export async function findOwnStrategyId(orm: Orm, userId: string, id: string): Promise<string | undefined> {
  const [found] = await orm
    .select({ id: strategyLabels.id })
    .from(strategyLabels)
    .where(and(eq(strategyLabels.id, strategyNamed(id)), eq(strategyLabels.userId, userId)));
  return found?.id;
}

/** A strategy as rows show it; the id of a deleted one is null. */
interface Shown {
  readonly id: string | null;
  readonly name: string;
}

/**
 * Returns a function for the rows of one response, which replaces a strategy's own id by the one that messages use. It
 * looks each strategy up once.
 */
export function showingStrategyIds({ strategyIdOf }: Pick<StrategyDirectory, "strategyIdOf">) {
  const asked = new Map<string, Promise<string>>();
  return async <Row extends { readonly strategy?: Shown | null | undefined }>(row: Row): Promise<Row> => {
    const { strategy } = row;
    if (!strategy || strategy.id === null) return row;
    const id = asked.get(strategy.id) ?? strategyIdOf(strategy.id);
    asked.set(strategy.id, id);
    return { ...row, strategy: { ...strategy, id: await id } };
  };
}
