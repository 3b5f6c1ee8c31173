/** The orders' store as another node has it, without a relay around it. */
import { systemClock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { createOrderStore, type OrderStore, type OrderStoreOptions } from "./store.ts";

/** Returns the store of node `node`, whose orders live for `maxAgeMs`. */
export function storeOf(
  db: Queryable,
  node: number,
  {
    clock = systemClock,
    maxAgeMs = 5_000,
  }: { readonly clock?: OrderStoreOptions["clock"]; readonly maxAgeMs?: number } = {},
): OrderStore {
  const rules = { maxAgeMs, resendOf: () => ({ by: "same-id" }) as const };
  return createOrderStore({ db, clock, node: () => node, rules, hasExecutions: () => false });
}
