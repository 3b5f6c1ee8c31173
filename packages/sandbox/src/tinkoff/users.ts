/** UsersService: the accounts behind a token, and its user's limits. */
import { addMethod, CONTRACT, METHODS, ownerOf, type Gateway } from "./method.ts";
import { STREAMS, type StreamName } from "./stream-methods.ts";
import type { StreamSlots } from "./stream-slots.ts";
import type { TinkoffAccount } from "./accounts.ts";

export interface UserGateway extends Gateway {
  readonly slots: StreamSlots;
}

/** Adds GetAccounts, which shows a token's rights, and GetUserTariff. */
export function userMethods(gateway: UserGateway): void {
  addMethod(gateway, "UsersService/GetUserTariff", ({ accounts }) => ({
    status: 200,
    body: tariff(gateway, accounts),
  }));

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

/** Lists the limits by budget. The limit of streams may read one higher than it is, to allow reconnecting. */
function tariff({ slots }: UserGateway, accounts: readonly TinkoffAccount[]): object {
  const [first] = accounts;
  const budgets = Map.groupBy(Object.entries(METHODS), ([, { budget }]) => budget);
  return {
    unaryLimits: Array.from(budgets.values(), (methods) => ({
      limitPerMinute: methods[0]?.[1].perMinute ?? first?.ordersPerMinute ?? 0,
      methods: methods.map(([name]) => `${CONTRACT}.${name}`),
    })),
    streamLimits: (Object.keys(STREAMS) as StreamName[]).map((name) => ({
      limit: first ? STREAMS[name].limitOf(first) : 0,
      streams: [`${CONTRACT}.${name}`],
      open: slots.open(ownerOf(accounts), name),
    })),
  };
}
