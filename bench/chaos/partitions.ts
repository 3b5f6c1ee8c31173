/** Measures how long it takes until the other nodes own what a lost node owned. */
import type pg from "pg";
import { nowMs } from "../product/child.ts";
import { withClient } from "../product/storage.ts";
import { waitFor } from "../product/wait.ts";

/** The first key of a partition's lock: apps/server/src/cluster/ownership.ts. */
const PARTITION_LOCK = 0x4352_0003;
const PARTITIONS = 64;
/** Far longer than the nodes need to share the partitions. */
const SHARED_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 10;

/** The session of each partition's owner. */
type Owners = ReadonlyMap<number, number>;

async function ownersIn(client: pg.Client): Promise<Owners> {
  const { rows } = await client.query<{ partition: number; pid: number }>(
    `select objid::bigint::int as partition, pid from pg_locks
     where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${PARTITION_LOCK}
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return new Map(rows.map(({ partition, pid }) => [partition, pid]));
}

/** Settles once `nodes` nodes share the partitions, to within a third. @throws if they don't. */
export async function whenShared(databaseUrl: string, nodes: number): Promise<void> {
  const least = Math.floor((PARTITIONS / nodes) * (2 / 3));
  const areShared = await withClient(databaseUrl, (client) =>
    waitFor(
      async () => {
        const owners = await ownersIn(client);
        const shares = [...Map.groupBy(owners.values(), (pid) => pid).values()].map(({ length }) => length);
        return owners.size === PARTITIONS && shares.length === nodes && shares.every((share) => share >= least)
          ? true
          : undefined;
      },
      { withinMs: SHARED_WITHIN_MS },
    ),
  );
  if (!areShared) throw new Error(`${nodes} nodes did not share the partitions within ${SHARED_WITHIN_MS} ms`);
}

export interface Move {
  /** When it was over, or given up. */
  readonly endedAtMs: number;
  /** For each partition of the lost node: how long until another session owned it; the time limit if none did. */
  readonly tookMs: readonly number[];
}

/**
 * Loses a node by `lose`, which returns when it was lost, and watches until each partition that one session has lost
 * belongs to another. Which session that is shows by itself: the first that ends.
 */
export async function watchMove(
  databaseUrl: string,
  lose: () => Promise<number> | number,
  withinMs: number,
): Promise<Move> {
  return await withClient(databaseUrl, async (client) => {
    const before = await ownersIn(client);
    const lostAtMs = await lose();
    const movedAtMs = new Map<number, number>();
    let lost: number | undefined;
    const isOver = async () => {
      const owners = await ownersIn(client);
      const atMs = nowMs();
      const alive = new Set(owners.values());
      lost ??= [...before.values()].find((pid) => !alive.has(pid));
      for (const [partition, pid] of before) {
        const owner = owners.get(partition);
        if (pid === lost && owner !== undefined && owner !== pid && !movedAtMs.has(partition))
          movedAtMs.set(partition, atMs);
      }
      const all = [...before.values()].filter((pid) => pid === lost).length;
      return lost !== undefined && movedAtMs.size === all ? true : undefined;
    };
    await waitFor(isOver, { withinMs, everyMs: LOOK_EVERY_MS });
    const unmoved = [...before].filter(([partition, pid]) => pid === lost && !movedAtMs.has(partition));
    const tookMs = [...movedAtMs.values()].map((atMs) => Math.round(Math.max(0, atMs - lostAtMs)));
    return {
      endedAtMs: nowMs(),
      tookMs: [...tookMs, ...unmoved.map(() => withinMs), ...(lost === undefined ? [withinMs] : [])],
    };
  });
}
