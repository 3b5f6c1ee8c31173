import type { Database } from "../../platform/db/database.ts";
import type { KeyRing } from "../../platform/security/key-ring.ts";
import { SecretUnreadable, type SecretBox } from "../../platform/security/secret-box.ts";
import { listWrappedByOthers, placeOf, replaceSealedSecret } from "./store.ts";

export interface RotationParts {
  readonly database: Pick<Database, "orm">;
  readonly secretBox: Pick<SecretBox, "rewrap">;
  readonly keyRing: Pick<KeyRing, "current">;
}

/**
 * Wraps every stored secret by the ring's current key, so that an older one can leave the ring.
 * @returns how many no key of the ring opens: their users can sign in by recovery codes only.
 */
export async function rewrapSecondFactors({ database: { orm }, secretBox, keyRing }: RotationParts): Promise<number> {
  let unreadable = 0;
  for (const { userId, secret } of await listWrappedByOthers(orm, keyRing.current)) {
    try {
      await replaceSealedSecret(orm, userId, secret, secretBox.rewrap(secret, placeOf(userId)));
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      unreadable += 1;
    }
  }
  return unreadable;
}
