import type { Credential, CredentialName } from "../credential.ts";
import { ENVIRONMENTS } from "../ledger.ts";
import type { TinkoffAccount, TinkoffAccountInput } from "./accounts.ts";

type Peculiarity = Partial<
  Pick<
    TinkoffAccount,
    "initialRisk" | "noMargin" | "insufficientFunds" | "heldLots" | "readOnly" | "noAccess" | "expiresAt"
  >
>;

const ACCOUNTS: readonly (Peculiarity & { readonly name: CredentialName; readonly number: number })[] = [
  { name: "trial", number: 1 },
  { name: "pro", number: 2 },
  { name: "admin", number: 3 },
  { name: "initial-risk", number: 4, initialRisk: true },
  { name: "no-money", number: 5, insufficientFunds: true },
  { name: "read-only", number: 6, readOnly: true },
  { name: "expired", number: 7, expiresAt: "2020-01-01T00:00:00Z" },
  { name: "no-margin", number: 8, noMargin: true },
  { name: "no-stock", number: 9, heldLots: 0 },
  { name: "no-access", number: 10, noAccess: true },
];

/**
 * 2000039001 to 2000039010 in the live environment, 2000049001 to 2000049010 in the demo one, in the order of the names
 * above.
 */
export const TINKOFF_KEYS: readonly Credential<TinkoffAccountInput>[] = ENVIRONMENTS.flatMap((environment) =>
  ACCOUNTS.map(({ number, ...account }) => ({
    venue: "TINKOFF" as const,
    environment,
    account: String((environment === "live" ? 2_000_039_000 : 2_000_049_000) + number),
    secret: `t.sandbox-tinkoff-${environment}-${account.name}-token`,
    ...account,
  })),
);
