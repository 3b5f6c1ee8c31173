import type { Account } from "./entities.ts";

const LENGTH = 26;

/**
 * How an account's id is shown where nobody needs all of it: by its end, as a bank shows a card. Whoever reads the whole id can
 * post orders for the account; 22 of its 26 characters stay unknown.
 */
export function shortAccountId(id: string): string {
  return `…${id.slice(-4)}`;
}

/** What stands in the place of an account's id in a stored message: as many characters, so that places in it stay true. */
export const MASKED_ACCOUNT_ID = "•".repeat(LENGTH);

/** Whether an id means that account: its present one, or the one before while that works. */
export function isNamed({ id, oldId }: Pick<Account, "id" | "oldId">, name: string): boolean {
  return id === name || oldId?.id === name;
}
