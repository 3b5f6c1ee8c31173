/** Lists what a save changed in a user's strategies, for the audit log and the strategies' own: field names, never their values. */
import { STRATEGY_FIELDS } from "@chartrelay/contract";
import { isDeepStrictEqual } from "node:util";
import type { StrategyRow } from "./strategy-row.ts";

export interface StrategyChange {
  readonly action: "strategy_added" | "strategy_changed" | "strategy_removed";
  readonly subject: string;
  /** The strategy's name, since a removed one has no other, and the changed fields. */
  readonly details: { readonly strategy: string; readonly fields?: string };
}

/** Returns the changes from `before` to what was put and removed; an entry posted back unchanged isn't one. */
export function changesOf(
  before: readonly StrategyRow[],
  put: readonly StrategyRow[],
  removedIds: readonly string[],
): StrategyChange[] {
  const stored = new Map(before.map((row) => [row.id, row]));
  const changed = put.flatMap((row): StrategyChange[] => {
    const { id: subject, name: strategy } = row;
    const earlier = stored.get(subject);
    if (!earlier) return [{ action: "strategy_added", subject, details: { strategy } }];
    const fields = STRATEGY_FIELDS.filter((field) => !isDeepStrictEqual(row[field], earlier[field])).join(", ");
    return fields === "" ? [] : [{ action: "strategy_changed", subject, details: { strategy, fields } }];
  });
  const removed = removedIds.map((subject): StrategyChange => {
    const strategy = stored.get(subject)?.name ?? "";
    return { action: "strategy_removed", subject, details: { strategy } };
  });
  return [...changed, ...removed];
}
