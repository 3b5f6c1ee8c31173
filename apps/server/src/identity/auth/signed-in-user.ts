import type { User } from "@chartrelay/contract";
import type { StoredUser } from "./store.ts";

/** A user on whose behalf a request runs. */
export interface SignedInUser extends StoredUser {
  /** Identifies the session: the SHA-256 of its token. */
  readonly sessionHash: Buffer;
  /** When the session expires unless it is used before then. */
  readonly sessionEndsAtMs: number;
  /** When the user last entered the password or a second factor: see `requireRecentSignIn`. */
  readonly provedAtMs: number;
}

/** Returns a user as the API shows it. */
export function presentUser({
  email,
  emailConfirmedAt,
  fullName,
  telegram,
  roles,
  hasBonus,
  allPausedAt,
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
    allPausedAt: allPausedAt?.toISOString() ?? null,
  };
}
