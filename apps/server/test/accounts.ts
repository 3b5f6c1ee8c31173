import type { Account } from "@chartrelay/contract";
import { expect } from "vitest";
import { eventually } from "../../../scripts/eventually.ts";
import type { SignedUp } from "./server.ts";

const LIST = "/accounts/me/list";

/** Saves entries, and gives the list as it stands once each key was checked: nothing changes it behind the test's back. */
export async function saveAccounts({ api }: Pick<SignedUp, "api">, entries: readonly object[]): Promise<Account[]> {
  const { status, text } = await api.post(LIST, entries);
  if (status !== 200) throw new Error(`saving accounts answered ${status}: ${text}`);
  return await eventually(async () => {
    const { body } = await api.get(LIST);
    for (const { secretKey, keyCheckedAt } of body as Account[]) expect(secretKey === "" || keyCheckedAt).toBeTruthy();
    return body;
  });
}
