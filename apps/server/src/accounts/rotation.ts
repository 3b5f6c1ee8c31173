import type { Database } from "../platform/db/database.ts";
import type { KeyRing } from "../platform/security/key-ring.ts";
import { SecretUnreadable, type SecretBox, type SecretPlace } from "../platform/security/secret-box.ts";
import { KEY_FIELDS, listSealed, listWrappedByOthers, placeOf, replaceSealedKey, SEALED_KEYS } from "./store.ts";
import { listIdsWrappedByOthers, placeOfWebhookId, replaceSealedId } from "./webhook-ids.ts";

export interface RotationParts {
  readonly database: Pick<Database, "orm">;
  readonly secretBox: SecretBox;
  readonly keyRing: Pick<KeyRing, "current">;
}

export interface Rotation {
  readonly rewrapped: number;
  /**
   * How many secrets no key of the ring opens. An account with such a key trades again once its user enters the key
   * again; one with such a webhook id keeps trading, but can't show the id until it is changed.
   */
  readonly unreadable: number;
}

/**
 * Rewraps every stored key, retired ones too, and every webhook id with the ring's current key, so that older keys can
 * leave the ring. Orders and saves continue meanwhile: each key opens before and after, and one that a save replaced is
 * left alone.
 */
export async function rewrapKeys(parts: RotationParts): Promise<Rotation> {
  const { orm } = parts.database;
  const { secretBox, keyRing } = parts;
  let { rewrapped, unreadable } = await rewrapWebhookIds(parts);
  for (const place of SEALED_KEYS) {
    for (const row of await listWrappedByOthers(orm, place, keyRing.current)) {
      for (const field of KEY_FIELDS) {
        const from = row[field];
        if (from === null) continue;
        try {
          if (!secretBox.needsRewrap(from)) continue;
          const to = secretBox.rewrap(from, placeOf(row, field));
          await replaceSealedKey(orm, place, row.id, field, { from, to });
          rewrapped += 1;
        } catch (error) {
          if (!(error instanceof SecretUnreadable)) throw error;
          unreadable += 1;
        }
      }
    }
  }
  return { rewrapped, unreadable };
}

/** Counts the broker keys that no key of the ring opens. Changes nothing. */
export async function countUnreadableKeys({
  database: { orm },
  secretBox,
}: Pick<RotationParts, "database" | "secretBox">): Promise<number> {
  let unreadable = 0;
  for (const place of SEALED_KEYS) {
    for (const row of await listSealed(orm, place)) {
      for (const field of KEY_FIELDS) if (!isReadable(secretBox, row[field], placeOf(row, field))) unreadable += 1;
    }
  }
  return unreadable;
}

function isReadable(secretBox: SecretBox, envelope: string | null, place: SecretPlace): boolean {
  try {
    if (envelope !== null) secretBox.open(envelope, place);
    return true;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}

async function rewrapWebhookIds({ database: { orm }, secretBox, keyRing }: RotationParts): Promise<Rotation> {
  let [rewrapped, unreadable] = [0, 0];
  for (const { userId, idHash, sealedId } of await listIdsWrappedByOthers(orm, keyRing.current)) {
    try {
      await replaceSealedId(orm, idHash, secretBox.rewrap(sealedId, placeOfWebhookId(userId, idHash)));
      rewrapped += 1;
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      unreadable += 1;
    }
  }
  return { rewrapped, unreadable };
}
