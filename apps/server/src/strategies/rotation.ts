import { eq } from "drizzle-orm";
import type { Database } from "../platform/db/database.ts";
import { strategies } from "../platform/db/schema.ts";
import type { KeyRing } from "../platform/security/key-ring.ts";
import { SecretUnreadable, type SecretBox } from "../platform/security/secret-box.ts";
import { listStrategyIdsWrappedByOthers, placeOfStrategyId } from "./strategy-ids.ts";

export interface RotationParts {
  readonly database: Pick<Database, "orm">;
  readonly secretBox: Pick<SecretBox, "rewrap">;
  readonly keyRing: Pick<KeyRing, "current">;
}

export interface Rotation {
  readonly rewrapped: number;
  /** How many ids no key of the ring opens. Their strategies keep trading, but can't show them. */
  readonly unreadable: number;
}

/** Rewraps the id of every strategy with the ring's current key, so that older keys can leave the ring. */
export async function rewrapStrategyIds({ database: { orm }, secretBox, keyRing }: RotationParts): Promise<Rotation> {
  let [rewrapped, unreadable] = [0, 0];
  for (const { userId, idHash, sealedId } of await listStrategyIdsWrappedByOthers(orm, keyRing.current)) {
    try {
      const to = secretBox.rewrap(sealedId, placeOfStrategyId(userId, idHash));
      await orm.update(strategies).set({ sealedId: to }).where(eq(strategies.idHash, idHash));
      rewrapped += 1;
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      unreadable += 1;
    }
  }
  return { rewrapped, unreadable };
}
