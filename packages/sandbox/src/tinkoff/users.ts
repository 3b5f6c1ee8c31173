/** UsersService: the accounts behind a token. */
import { addMethod, type Gateway } from "./method.ts";
import type { TinkoffAccount } from "./accounts.ts";

/** Adds GetAccounts, which shows a token's rights. */
export function userMethods(gateway: Gateway): void {
  addMethod(gateway, "UsersService/GetAccounts", ({ accounts }) => ({
    status: 200,
    body: { accounts: accounts.map(describe) },
  }));
}

function describe(account: TinkoffAccount): object {
  return {
    id: account.account,
    type: "ACCOUNT_TYPE_TINKOFF",
    name: account.name ?? "",
    status: account.closed ? "ACCOUNT_STATUS_CLOSED" : "ACCOUNT_STATUS_OPEN",
    openedDate: "2024-01-15T00:00:00Z",
    closedDate: account.closed ? "2025-01-15T00:00:00Z" : "1970-01-01T00:00:00Z",
    accessLevel: `ACCOUNT_ACCESS_LEVEL_${accessOf(account)}`,
  };
}

function accessOf({ noAccess, readOnly }: TinkoffAccount): string {
  if (noAccess) return "NO_ACCESS";
  return readOnly ? "READ_ONLY" : "FULL_ACCESS";
}
