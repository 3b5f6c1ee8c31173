/** Which key it is: a demo user's, or one with a property worth testing. */
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

/**
 * A key that a simulator knows from the start, in the form of a registration: not a secret, and worthless anywhere
 * else.
 */
export type Credential<Registration> = Readonly<Registration> & { readonly name: CredentialName };
