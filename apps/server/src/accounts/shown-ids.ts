import type { AccountDirectory } from "./directory.ts";

/** Shows a row with what its account's alerts name it by now, in place of the account's own id. */
export type ShowingAccountId = <Row extends { readonly accountId: string }>(row: Row) => Promise<Row>;

/** Makes what shows the rows of one answer: each account is looked up once, were there a million rows of it. */
export function showingAccountIds({ webhookIdOf }: Pick<AccountDirectory, "webhookIdOf">): ShowingAccountId {
  const asked = new Map<string, Promise<string>>();
  return async (row) => {
    const { accountId } = row;
    const id = asked.get(accountId) ?? webhookIdOf(accountId);
    asked.set(accountId, id);
    return { ...row, accountId: await id };
  };
}
