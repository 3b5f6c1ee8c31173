import type { Overview } from "@chartrelay/contract";

/** How many accounts there are of each kind. */
export interface AccountsSum {
  readonly live: number;
  readonly demo: number;
  readonly paused: number;
  /** Those with anything to look at but a pause, which is counted by itself. */
  readonly attention: number;
}

/** Returns the ids of accounts with anything to look at but a pause. */
export const troubledIds = ({ attention }: Pick<Overview, "attention">): ReadonlySet<string> =>
  new Set(attention.filter((found) => found.attention !== "paused").map(({ accountId }) => accountId));

/** Counts accounts for the header. */
export function sumUp({ accounts, attention }: Pick<Overview, "accounts" | "attention">): AccountsSum {
  const demo = accounts.filter(({ isDemo }) => isDemo).length;
  return {
    live: accounts.length - demo,
    demo,
    paused: accounts.filter(({ isPaused }) => isPaused).length,
    attention: troubledIds({ attention }).size,
  };
}
