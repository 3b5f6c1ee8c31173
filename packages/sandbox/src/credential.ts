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

/** A key that a simulator knows from the start, as it is registered: not a secret, worth nothing anywhere else. */
export type Credential<Registration> = Readonly<Registration> & { readonly name: CredentialName };
