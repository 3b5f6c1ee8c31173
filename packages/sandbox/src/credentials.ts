import type { VenueName } from "@chartrelay/contract";
import type { Credential, CredentialName } from "./credential.ts";
import { SIMULATORS, type RegistrationInput } from "./simulators.ts";

/** A key that the simulators know from the start. */
export type SandboxCredential = Credential<RegistrationInput>;

export const SANDBOX_CREDENTIALS: readonly SandboxCredential[] = SIMULATORS.flatMap(
  ({ credentials }): readonly SandboxCredential[] => credentials,
);

/** Returns the key of that name in that environment of a venue, by default Alor. */
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
