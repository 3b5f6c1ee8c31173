import type { VenueName } from "@chartrelay/contract";
import { ALOR_KEYS } from "./alor/keys.ts";
import { BINANCE_KEYS } from "./binance/keys.ts";
import type { RegistrationInput } from "./registration.ts";
import { TINKOFF_KEYS } from "./tinkoff/keys.ts";

/** Which key it is: of a demo user, or one with a peculiarity worth trying. */
export type CredentialName =
  | "trial"
  | "pro"
  | "admin"
  | "initial-risk"
  | "no-money"
  | "read-only"
  | "expired"
  | "no-margin"
  | "no-stock"
  | "no-access"
  | "withdraw"
  | "ip-bound"
  | "hedge";

/** A key that the simulators know from the start: not a secret, worth nothing anywhere else. */
export type SandboxCredential = Readonly<RegistrationInput> & { readonly name: CredentialName };

export const SANDBOX_CREDENTIALS: readonly SandboxCredential[] = [...ALOR_KEYS, ...TINKOFF_KEYS, ...BINANCE_KEYS];

/** The key of that name on that environment of a venue, Alor unless told. */
export function sandboxCredential(
  name: CredentialName,
  environment: SandboxCredential["environment"],
  venue: VenueName = "ALOR_BROKER",
): SandboxCredential {
  const found = SANDBOX_CREDENTIALS.find(
    (one) => one.name === name && one.environment === environment && one.venue === venue,
  );
  if (!found) throw new Error(`no sandbox credential ${name} on the ${environment} environment of ${venue}`);
  return found;
}
