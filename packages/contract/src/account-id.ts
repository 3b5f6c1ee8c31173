import type { Account } from "./entities.ts";

const LENGTH = 26;

/**
 * Shortens an account's id for display to its end, as banks do with card numbers. Anyone who reads the whole id can
 * post orders for the account; 22 of its 26 characters stay unknown.
 */
export function shortAccountId(id: string): string {
  return `…${id.slice(-4)}`;
}

/** Replaces an account's id in a stored message, except for the name of a cell at its beginning, which is no secret. */
export const MASKED_ACCOUNT_ID = "•".repeat(LENGTH);

/** Masks an account's id. The mask is as long as the id, so positions in a message stay valid. */
export function maskAccountId(id: string): string {
  return `${id.slice(0, -LENGTH)}${MASKED_ACCOUNT_ID}`;
}

/** Returns a message with an account's id in place of its mask. */
export function unmaskAccountId(message: string, id: string): string {
  return message.replaceAll(maskAccountId(id), id).replaceAll(MASKED_ACCOUNT_ID, id);
}

/** Returns whether `name` is the account's current id, or its previous one while that still works. */
export function isNamed({ id, oldId }: Pick<Account, "id" | "oldId">, name: string): boolean {
  return id === name || oldId?.id === name;
}
