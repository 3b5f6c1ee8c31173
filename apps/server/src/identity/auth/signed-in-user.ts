import type { User } from "@chartrelay/contract";
import type { StoredUser } from "./store.ts";

/** A user on whose behalf a request runs. */
export interface SignedInUser extends StoredUser {
  /** Names the session: the SHA-256 of its token. */
  readonly sessionHash: Buffer;
  /** When it ends by itself unless it is used before. */
  readonly sessionEndsAtMs: number;
  /** When its user last gave the password or a second factor: see `requireRecentSignIn`. */
  readonly provedAtMs: number;
}

/** A user as the API shows it. */
export function presentUser({
  email,
  emailConfirmedAt,
  fullName,
  telegram,
  roles,
  hasBonus,
  ...chosen
}: StoredUser): User {
  const { language, notifications } = chosen;
  return {
    email,
    isEmailConfirmed: emailConfirmedAt !== null,
    fullName,
    telegram,
    roles: [...roles],
    isHasBonus: hasBonus,
    language,
    notifications,
  };
}
