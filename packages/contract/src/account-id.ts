import type { Account } from "./entities.ts";

const LENGTH = 26;

/**
 * Shortens an account's id for display to its end, as banks do with card numbers. Anyone who reads the whole id can
 * post orders for the account; 22 of its 26 characters stay unknown.
 */
export function shortAccountId(id: string): string {
  return `…${id.slice(-4)}`;
}

/** Replaces an account's id in a stored message. It is as long as the id, so positions in the message stay valid. */
export const MASKED_ACCOUNT_ID = "•".repeat(LENGTH);

/** Returns whether `name` is the account's current id, or its previous one while that still works. */
export function isNamed({ id, oldId }: Pick<Account, "id" | "oldId">, name: string): boolean {
  return id === name || oldId?.id === name;
}
