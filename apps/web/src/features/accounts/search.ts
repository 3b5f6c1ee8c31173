import type { Account } from "@chartrelay/contract";

/** Nearly every identifier has a given letter or digit somewhere: fewer characters would find accounts by accident. */
const ID_PART_MIN_LENGTH = 3;

/** What an account is searched for in. */
export interface SearchText {
  readonly words: string;
  readonly id: string;
}

/** Returns the texts in which an account is searched for; `words` are what its entry shows beside name and identifier. */
export function searchTextOf(
  account: Pick<Account, "id" | "name" | "keyEnding">,
  words: readonly string[],
): SearchText {
  return {
    words: [account.name, account.keyEnding, ...words].join("\n").toLocaleLowerCase(),
    id: account.id.toLocaleLowerCase(),
  };
}

/** Returns whether each word of the query is somewhere in an account's texts. An ending may be written as it is shown. */
export function isFoundBy(query: string, { words, id }: SearchText): boolean {
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^·+/, ""))
    .every((part) => words.includes(part) || (part.length >= ID_PART_MIN_LENGTH && id.includes(part)));
}
