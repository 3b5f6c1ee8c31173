import type { Account } from "@chartrelay/contract";
import { expect } from "vitest";
import { eventually } from "../../../scripts/eventually.ts";
import type { Queryable } from "../src/platform/db/database.ts";
import { hashToken } from "../src/platform/security/tokens.ts";
import type { SignedUp } from "./server.ts";

/** Returns an account's own id, which the tables use, by the id that alerts use. */
export async function accountIdOf(database: Queryable, webhookId: string): Promise<string> {
  const named = "select account_id from webhook_ids where id_hash = $1";
  const [row] = await database.query<{ account_id: string }>(named, [hashToken(webhookId)]);
  if (!row) throw new Error("no account has this id");
  return row.account_id;
}

const LIST = "/accounts/me/list";

/** Saves entries, and returns the list once each key was checked, so that nothing changes it behind the test's back. */
export async function saveAccounts({ api }: Pick<SignedUp, "api">, entries: readonly object[]): Promise<Account[]> {
  const { status, text } = await api.post(LIST, entries);
  if (status !== 200) throw new Error(`saving accounts answered ${status}: ${text}`);
  return await eventually(async () => {
    const { body } = await api.get(LIST);
    for (const { secretKey, keyCheckedAt } of body as Account[]) expect(secretKey === "" || keyCheckedAt).toBeTruthy();
    return body;
  });
}
