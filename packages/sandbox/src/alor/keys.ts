import type { Credential, CredentialName } from "../credential.ts";
import { ENVIRONMENTS } from "../ledger.ts";
import type { Portfolio, PortfolioInput } from "./portfolios.ts";

const PORTFOLIOS: readonly (Partial<Pick<Portfolio, "initialRisk" | "insufficientFunds" | "readOnly" | "expiresAt">> & {
  readonly name: CredentialName;
  readonly number: number;
})[] = [
  { name: "trial", number: 1 },
  { name: "pro", number: 2 },
  { name: "admin", number: 3 },
  { name: "initial-risk", number: 4, initialRisk: true },
  { name: "no-money", number: 5, insufficientFunds: true },
  { name: "read-only", number: 6, readOnly: true },
  { name: "expired", number: 7, expiresAt: "2020-01-01T00:00:00Z" },
];

/** D39001 to D39007 in the live environment, D49001 to D49007 in the demo one, in the order of the names above. */
export const ALOR_KEYS: readonly Credential<PortfolioInput>[] = ENVIRONMENTS.flatMap((environment) =>
  PORTFOLIOS.map(({ number, ...portfolio }) => ({
    venue: "ALOR_BROKER" as const,
    environment,
    account: `D${environment === "live" ? 39000 + number : 49000 + number}`,
    secret: `sandbox-alor-${environment}-${portfolio.name}-refresh-token`,
    ...portfolio,
  })),
);
