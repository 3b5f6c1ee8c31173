import type { Account } from "@chartrelay/contract";

/** Returns the text in which an account is searched for; `words` are what its entry shows beside name and identifier. */
export function searchTextOf(account: Pick<Account, "id" | "name" | "keyEnding">, words: readonly string[]): string {
  return [account.name, account.keyEnding, account.id, ...words].join("\n").toLocaleLowerCase();
}

/** Returns whether each word of the query is somewhere in an account's text. An ending may be written as it is shown. */
export function isFoundBy(query: string, text: string): boolean {
  const words = query.toLocaleLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word.replace(/^·+/, "")));
}
