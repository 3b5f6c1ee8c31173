import { hash } from "node:crypto";
import type { Language } from "@chartrelay/contract";
import { isWebhookId } from "../accounts/index.ts";
import { createCachedEntries, type EntryKey, keysOf } from "../platform/cached-entries.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { SecretBox } from "../platform/security/secret-box.ts";
import { openStrategyId } from "./strategy-ids.ts";
import type { StrategyRow } from "./strategy-row.ts";

/** What the relay needs to know about a strategy. Its members name accounts by their own ids. */
export interface LinkedStrategy extends Omit<StrategyRow, "createdAt" | "onProtectionRefused"> {
  /** The user's. */
  readonly language: Language;
}

/** The strategies in memory, for processing signals. */
export interface StrategyDirectory {
  /**
   * Returns the strategy that a message names by the id in its field `strategy`; undefined for an id that no strategy
   * has. Known strategies are answered from memory.
   * @throws whatever the storage throws, when the strategy isn't in memory.
   */
  named(strategyId: string): Promise<LinkedStrategy | undefined>;
  /** Returns a strategy by its own id, as tables hold it; otherwise like `named`. */
  lookup(id: string): Promise<LinkedStrategy | undefined>;
  /**
   * Returns the id by which messages name a strategy; its own id if it is gone, or the sealed one doesn't open.
   * @throws whatever the storage throws, when the strategy isn't in memory.
   */
  strategyIdOf(id: string): Promise<string>;
  /** Drops one strategy, or all: after a `strategies_changed` notification, or when some may have been missed. */
  invalidate(id?: string): void;
  /** Drops a user's strategies: after a change made here to them, or to the accounts that are their members. */
  invalidateOf(userId: string): void;
  /** Drops the strategies of which an account is a member. */
  invalidateMember(accountId: string): void;
}

export interface StrategyDirectoryParts {
  /** Queried for strategies that aren't in memory, one query at a time. */
  readonly storage: Queryable;
  readonly secretBox: Pick<SecretBox, "open">;
  /** How many strategies stay in memory; the least recently used one is evicted first. */
  readonly capacity?: number;
}

interface Entry {
  readonly strategy: LinkedStrategy;
  /** SHA-256 of the id that messages name, in base64. */
  readonly idHash: string;
  readonly sealedId: string;
}

const DEFAULT_CAPACITY = 20_000;

export function createStrategyDirectory({
  storage,
  secretBox,
  capacity = DEFAULT_CAPACITY,
}: StrategyDirectoryParts): StrategyDirectory {
  const known = createCachedEntries<Entry>({
    load: (keys) => loadStrategies(storage, keys),
    idOf: ({ strategy }) => strategy.id,
    hashesOf: ({ idHash }) => [idHash],
    capacity,
  });
  return {
    named: async (strategyId) =>
      isWebhookId(strategyId) ? (await known.byHash(hash("sha256", strategyId, "base64")))?.strategy : undefined,
    lookup: async (id) => (await known.byId(id))?.strategy,
    async strategyIdOf(id) {
      const entry = await known.byId(id);
      if (!entry) return id;
      const idHash = Buffer.from(entry.idHash, "base64");
      return openStrategyId(secretBox, entry.strategy.userId, { idHash, sealedId: entry.sealedId }) ?? id;
    },
    invalidate: (id) => known.drop(id),
    invalidateOf: (userId) => known.dropWhere(({ strategy }) => strategy.userId === userId),
    invalidateMember: (accountId) =>
      known.dropWhere(({ strategy }) => strategy.members.some((member) => member.accountId === accountId)),
  };
}

const SELECT_STRATEGIES = `
  select strategies.id, user_id as "userId", language, strategies.name, mode, on_gap as "onGap", start, state, limits, roll,
    client_certificate as "clientCertificate", encode(id_hash, 'base64') as "idHash", sealed_id as "sealedId",
    coalesce((select json_agg(json_build_object('accountId', account_id, 'sizing', sizing, 'isOn', is_on) order by place)
      from strategy_members where strategy_id = strategies.id), '[]') as members
  from strategies join users on users.id = strategies.user_id
  where strategies.id = any($1::text[])
    or id_hash in (select decode(hash, 'base64') from unnest($2::text[]) hash)`;

async function loadStrategies(storage: Queryable, keys: readonly EntryKey[]): Promise<Map<EntryKey, Entry>> {
  const rows = await storage.query<LinkedStrategy & Omit<Entry, "strategy">>(SELECT_STRATEGIES, [
    keysOf("id", keys),
    keysOf("hash", keys),
  ]);
  return new Map(
    rows.flatMap(({ idHash, sealedId, ...strategy }) => {
      const entry: Entry = { strategy, idHash, sealedId };
      return [
        [`id ${strategy.id}`, entry],
        [`hash ${idHash}`, entry],
      ] as const;
    }),
  );
}
