import { CIRCUITS } from "./ledger.ts";
import type { RegistrationInput } from "./registration.ts";

/** Which key it is: of a demo user, or one with a peculiarity worth trying. */
export type CredentialName = "trial" | "pro" | "admin" | "initial-risk" | "no-money" | "read-only" | "expired";

/** A key that the simulators know from the start: not a secret, worth nothing anywhere else. */
export type SandboxCredential = Readonly<RegistrationInput> & { readonly name: CredentialName };

const ALOR_PORTFOLIOS: readonly (Pick<
  RegistrationInput,
  "initialRisk" | "insufficientFunds" | "readOnly" | "expiresAt"
> & {
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

/** D39001 to D39007 on the live circuit, D49001 to D49007 on the demo one, in the order of `CredentialName`. */
export const SANDBOX_CREDENTIALS: readonly SandboxCredential[] = CIRCUITS.flatMap((circuit) =>
  ALOR_PORTFOLIOS.map(({ number, ...portfolio }) => ({
    venue: "ALOR_BROKER" as const,
    circuit,
    account: `D${circuit === "live" ? 39000 + number : 49000 + number}`,
    secret: `sandbox-alor-${circuit}-${portfolio.name}-refresh-token`,
    ...portfolio,
  })),
);

/** The key of that name on that circuit. */
export function sandboxCredential(name: CredentialName, circuit: SandboxCredential["circuit"]): SandboxCredential {
  const found = SANDBOX_CREDENTIALS.find((credential) => credential.name === name && credential.circuit === circuit);
  if (!found) throw new Error(`no sandbox credential ${name} on the ${circuit} circuit`);
  return found;
}
