/** What lists call a strategy, while it exists and after it was deleted. */
import { sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { formerStrategies, strategies } from "../platform/db/schema.ts";
import type { StrategyDirectory } from "./directory.ts";

/** All strategies by their own ids, with their names as they are or, once deleted, as they last were: to be joined. */
export const strategyLabels = new QueryBuilder()
  .select({ id: strategies.id, name: strategies.name, isDeleted: sql<boolean>`false`.as("is_deleted") })
  .from(strategies)
  .unionAll(
    new QueryBuilder()
      .select({ id: formerStrategies.id, name: formerStrategies.name, isDeleted: sql<boolean>`true`.as("is_deleted") })
      .from(formerStrategies),
  )
  .as("strategy_labels");

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
