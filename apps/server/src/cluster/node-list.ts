import type { Queryable } from "../platform/db/database.ts";
import { NODE_LOCK, PARTITION_LOCK, RELAY_LOCK } from "./ownership.ts";

/** A node that is alive, as its locks tell. */
export interface LivingNode {
  readonly node: number;
  /** Whether it sends, or only accepts. */
  readonly relays: boolean;
  /** How many partitions it owns. */
  readonly partitions: number;
}

const NODES = `
select (max(objid::bigint) filter (where classid::bigint = $1))::int as node,
  bool_or(classid::bigint = $2) as relays, count(*) filter (where classid::bigint = $3) as partitions
from pg_locks
where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint in ($1, $2, $3)
  and database = (select oid from pg_database where datname = current_database())
group by pid having bool_or(classid::bigint = $1)
order by node`;

/** The nodes that are alive. */
export async function listNodes(db: Queryable): Promise<LivingNode[]> {
  return await db.query<LivingNode>(NODES, [NODE_LOCK, RELAY_LOCK, PARTITION_LOCK]);
}
