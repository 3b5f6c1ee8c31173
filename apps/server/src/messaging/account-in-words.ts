import type { VenueName } from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";

/** What names an account in a message. Messages stored by earlier versions have neither name nor ending. */
export interface NamedAccount {
  /** Chosen by its user. */
  readonly name?: string | null;
  readonly venue: VenueName;
  readonly keyEnding?: string | null;
  readonly isDemo: boolean;
}

/** Returns only what names an account, to be stored with a message: never its keys. */
export function namedAccount({ name, venue, keyEnding, isDemo }: Required<NamedAccount>): Required<NamedAccount> {
  return { name, venue, keyEnding, isDemo };
}

/** Names an account as pages do: "Scalping, Alor ··9002, demo". It is plain text: escape it in HTML. */
export function accountInWords({ name, venue, keyEnding, isDemo }: NamedAccount, translate: Translate): string {
  const where = [translate(`trading:${venue}`), keyEnding && `··${keyEnding}`].filter(Boolean).join(" ");
  const account = name ? `${name}, ${where}` : where;
  return translate(isDemo ? "trading:account_demo" : "trading:account_live", { account });
}
