/** A user's strategies as the API shows them: with the ids by which messages name them and their member accounts. */
import type { Strategy } from "@chartrelay/contract";
import type { AccountDirectory } from "../accounts/index.ts";
import type { SecretBox } from "../platform/security/secret-box.ts";
import type { StoredStrategy } from "./store.ts";
import { openStrategyId } from "./strategy-ids.ts";

export interface PresentParts {
  readonly secretBox: Pick<SecretBox, "open">;
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
}

export async function presentStrategy({ secretBox, accounts }: PresentParts, row: StoredStrategy): Promise<Strategy> {
  const { id, userId, idHash: _, sealedId: __, members, createdAt, ...shown } = row;
  const named = members.map(async ({ accountId, ...member }) => {
    return { accountId: await accounts.webhookIdOf(accountId), ...member };
  });
  return {
    ...shown,
    // With its own id it can at least be saved, stopped and deleted.
    id: openStrategyId(secretBox, userId, row) ?? id,
    members: await Promise.all(named),
    protection: null,
    createdDate: createdAt.toISOString(),
    isDeleted: false,
  };
}
