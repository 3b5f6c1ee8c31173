/** The ids by which messages and the API name strategies: made and kept like the webhook ids of accounts. */
import { type SQL, sql } from "drizzle-orm";
import { newWebhookId } from "../accounts/index.ts";
import type { Orm } from "../platform/db/database.ts";
import { strategies } from "../platform/db/schema.ts";
import { type SecretBox, type SecretPlace, SecretUnreadable } from "../platform/security/secret-box.ts";
import { hashToken } from "../platform/security/tokens.ts";

export interface StoredStrategyId {
  readonly idHash: Uint8Array;
  readonly sealedId: string;
}

export interface NewStrategyIdParts {
  readonly secretBox: Pick<SecretBox, "seal">;
  /** Names the cell that new ids belong to; empty in the first one. */
  readonly idPrefix: string;
}

/** Returns the place that a strategy's id is sealed for. */
export function placeOfStrategyId(userId: string, idHash: Uint8Array): SecretPlace {
  return { table: "strategies", userId, recordId: Buffer.from(idHash).toString("base64url"), field: "sealedId" };
}

/** Creates an id: whoever knows it can send the strategy signals, so only its hash and the sealed id are stored. */
export function newStrategyId(userId: string, { secretBox, idPrefix }: NewStrategyIdParts): StoredStrategyId {
  const id = idPrefix + newWebhookId();
  const idHash = hashToken(id);
  return { idHash, sealedId: secretBox.seal(id, placeOfStrategyId(userId, idHash)) };
}

/** Opens an id; undefined if it doesn't open. Its signals still trade, since the hash finds the strategy. */
export function openStrategyId(
  secretBox: Pick<SecretBox, "open">,
  userId: string,
  { idHash, sealedId }: StoredStrategyId,
): string | undefined {
  try {
    return secretBox.open(sealedId, placeOfStrategyId(userId, idHash));
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}

/** Returns SQL for the strategy that an id in a request names: by the id in messages, or else by the strategy's own id. */
export function strategyNamed(id: string): SQL<string> {
  return sql`coalesce((select named.id from ${strategies} named where named.id_hash = ${hashToken(id)}), ${id})`;
}

/** Returns ids wrapped by a key other than `keyId`. */
export async function listStrategyIdsWrappedByOthers(
  orm: Orm,
  keyId: string,
): Promise<(StoredStrategyId & { readonly userId: string })[]> {
  return await orm
    .select({ userId: strategies.userId, idHash: strategies.idHash, sealedId: strategies.sealedId })
    .from(strategies)
    .where(sql`not starts_with(${strategies.sealedId}, ${`1.${keyId}.`})`);
}
