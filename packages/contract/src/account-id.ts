/**
 * How an account's id is shown where nobody needs all of it: by its end, as a bank shows a card. Whoever reads the whole id can
 * post orders for the account; 22 of its 26 characters stay unknown.
 */
export function shortAccountId(id: string): string {
  return `…${id.slice(-4)}`;
}
