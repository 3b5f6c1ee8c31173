/** The end of a key, which tells accounts of one venue apart: docs/decisions/accounts.md. */
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../platform/db/database.ts";
import { accounts } from "../platform/db/schema.ts";
import { SecretUnreadable, type SecretBox } from "../platform/security/secret-box.ts";
import type { AccountRow } from "./account-row.ts";
import { placeOf } from "./store.ts";

/** Alor's portfolios (D12345) are the shortest ids that venues give out. */
const KEY_WITH_ENDING = /^[\w-]{2,}([\w-]{4})$/;

/**
 * Returns the last four characters of an `apiKey`: a portfolio, an account id or a public API key. Null for one of fewer
 * than six characters, since its end would be most of it, and for what can't be a key of any venue.
 */
export function keyEndingOf(apiKey: string): string | null {
  return KEY_WITH_ENDING.exec(apiKey)?.[1] ?? null;
}

export interface KeyEndingsParts {
  readonly database: Pick<Database, "orm">;
  readonly secretBox: Pick<SecretBox, "open">;
}

/** Stores the endings of keys that were saved before endings were; an account that is saved meanwhile keeps its own. */
export async function fillKeyEndings({ database: { orm }, secretBox }: KeyEndingsParts): Promise<void> {
  const lacking = await orm
    .select({ id: accounts.id, userId: accounts.userId, apiKey: accounts.apiKey })
    .from(accounts)
    .where(and(isNotNull(accounts.apiKey), isNull(accounts.keyEnding)));
  for (const { apiKey, ...account } of lacking) {
    const keyEnding = apiKey === null ? null : endingOfSealed(secretBox, account, apiKey);
    if (apiKey === null || keyEnding === null) continue;
    await orm
      .update(accounts)
      .set({ keyEnding })
      .where(and(eq(accounts.id, account.id), eq(accounts.apiKey, apiKey)));
  }
}

/** Returns null for a key that doesn't open, too: its account can't trade, and says so. */
function endingOfSealed(
  secretBox: Pick<SecretBox, "open">,
  account: Pick<AccountRow, "id" | "userId">,
  sealed: string,
): string | null {
  try {
    return keyEndingOf(secretBox.open(sealed, placeOf(account, "apiKey")));
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}
