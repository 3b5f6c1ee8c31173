/**
 * Decides which node sends for which partition. Each relay node holds a session advisory lock for itself and one for
 * each partition it owns; PostgreSQL frees a dead node's locks when its connection closes, and a frozen node's when its
 * session says nothing. Docs: decisions/relay-queue.md.
 */
import { randomInt } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { Queryable, Session } from "../platform/db/database.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { PARTITIONS } from "./queue.ts";

/** First keys of the two-key advisory locks. */
export const NODE_LOCK = 0x4352_0001;
const RELAY_LOCK = 0x4352_0002;
export const PARTITION_LOCK = 0x4352_0003;

const REBALANCE_INTERVAL_MS = 500;
const RECONNECT_DELAY_MS = 250;
/** Whatever broke this node's session may have broken the others' too: they get this long to open a new one. */
const RECONNECTION_MS = 3_000;

export interface OwnershipOptions {
  readonly openSession: () => Promise<Session>;
  readonly clock: Clock;
  /** Whether this node sends. A node that only accepts holds its own lock but no partitions. */
  readonly sends: boolean;
  /** Called when partitions become ours: load what waits in them. */
  readonly onTaken: (partitions: readonly number[]) => Promise<void>;
  /**
   * Called when partitions stop being ours. Must stop new sends before it returns, and settle when sends in flight have
   * ended.
   */
  readonly onReleased: (partitions: readonly number[]) => Promise<void>;
  /** Called for each new session: listen on it here. */
  readonly onSession: (session: Session) => Promise<void>;
  /**
   * Called at each check with the nodes that are alive, including this one. `areAll` is false while others may be alive
   * and about to reconnect: after a failover, the first node back sees only itself.
   */
  readonly onNodes: (nodes: readonly number[], areAll: boolean) => Promise<void>;
  readonly log: RetryLog;
}

export class Ownership {
  /** This node's name in the cluster, new at each start. */
  readonly node = randomInt(1, 2 ** 31 - 1);
  readonly #options: OwnershipOptions;
  readonly #owned = new Set<number>();
  readonly #stopping = new AbortController();
  #session: Session | undefined;
  /** By the monotonic clock. */
  #reopenedAtMs = -Infinity;
  #loop: Promise<void> | undefined;

  constructor(options: OwnershipOptions) {
    this.#options = options;
  }

  /** How many partitions this node owns. */
  get share(): number {
    return this.#owned.size;
  }

  /** Opens the first session and takes a first share. @throws if the storage can't be reached. */
  async start(): Promise<void> {
    const session = await this.#open();
    await this.#rebalance(session);
    this.#loop = this.#run(session);
  }

  /**
   * Returns whether this node holds its locks for certain. If not, because the process was frozen or has lost its
   * session, everything is released by the time this returns.
   */
  holdsLocks(): boolean {
    if (this.#session?.isSurelyAlive()) return true;
    this.#session = undefined;
    void this.#releaseAll();
    return false;
  }

  /** Releases everything in an orderly way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#releaseAll();
    await this.#session?.close().catch(this.#options.log.willRetry);
    await this.#loop;
  }

  async #run(first: Session): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    let session: Session | undefined = first;
    while (!signal.aborted) {
      try {
        session ??= await this.#reopen();
        await this.#rebalance(session);
        await Promise.race([clock.wait(REBALANCE_INTERVAL_MS, signal), session.ended]);
        if (this.#session === session) continue;
      } catch (error) {
        if (!signal.aborted) log.willRetry(error);
      }
      // Without the session we hold no locks: other nodes may already own our partitions.
      if (signal.aborted) return;
      void session?.close().catch(() => undefined);
      session = undefined;
      this.#session = undefined;
      void this.#releaseAll();
      await clock.wait(RECONNECT_DELAY_MS, signal);
    }
  }

  async #reopen(): Promise<Session> {
    const session = await this.#open();
    this.#reopenedAtMs = this.#options.clock.monotonicMs();
    return session;
  }

  async #open(): Promise<Session> {
    const session = await this.#options.openSession();
    this.#session = session;
    void session.ended.then(() => {
      if (this.#session !== session || this.#stopping.signal.aborted) return;
      this.#session = undefined;
      void this.#releaseAll();
    });
    try {
      await session.query("select pg_advisory_lock($1::int, $2::int)", [NODE_LOCK, this.node]);
      if (this.#options.sends)
        await session.query("select pg_advisory_lock($1::int, $2::int)", [RELAY_LOCK, this.node]);
      await this.#options.onSession(session);
    } catch (error) {
      void session.close().catch(() => undefined);
      throw error;
    }
    return session;
  }

  async #releaseAll(): Promise<void> {
    const partitions = [...this.#owned];
    this.#owned.clear();
    await this.#options.onReleased(partitions);
  }

  async #rebalance(session: Session): Promise<void> {
    const locks = await session.query<{ kind: number; key: number; isOurs: boolean }>(
      `select classid::bigint::int as kind, objid::bigint::int as key, pid = pg_backend_pid() as "isOurs" from pg_locks
       where locktype = 'advisory' and granted and objsubid = 2
         and classid in ($1::int::bigint::oid, $2::int::bigint::oid, $3::int::bigint::oid)
         and database = (select oid from pg_database where datname = current_database())`,
      [NODE_LOCK, RELAY_LOCK, PARTITION_LOCK],
    );
    const keysOf = (lock: number): number[] => locks.filter(({ kind }) => kind === lock).map(({ key }) => key);
    const areAll = this.#options.clock.monotonicMs() - this.#reopenedAtMs >= RECONNECTION_MS;
    await this.#options.onNodes(keysOf(NODE_LOCK), areAll);
    if (!this.#options.sends) return;
    const share = Math.ceil(PARTITIONS / Math.max(1, keysOf(RELAY_LOCK).length));
    if (this.#owned.size > share) await this.#giveUp(session, [...this.#owned].slice(share));
    else if (this.#owned.size < share) {
      const others = locks.filter(({ kind, isOurs }) => kind === PARTITION_LOCK && !isOurs).map(({ key }) => key);
      await this.#takeFree(session, new Set(others), share);
    }
  }

  async #giveUp(session: Session, partitions: number[]): Promise<void> {
    for (const partition of partitions) this.#owned.delete(partition);
    await this.#options.onReleased(partitions);
    await session.query("select pg_advisory_unlock($1::int, partition) from unnest($2::int[]) as partition", [
      PARTITION_LOCK,
      partitions,
    ]);
  }

  /**
   * Takes partitions that nobody else holds. The session may hold some that we have released: the embedded database has
   * only one connection, which lives on when we open another session.
   */
  async #takeFree(session: Session, others: ReadonlySet<number>, share: number): Promise<void> {
    const free = Array.from({ length: PARTITIONS }, (_, partition) => partition).filter(
      (each) => !others.has(each) && !this.#owned.has(each),
    );
    const wanted = free.slice(0, share - this.#owned.size);
    if (wanted.length === 0) return;
    const rows = await session.query<{ partition: number }>(
      `select partition from unnest($2::int[]) as partition where pg_try_advisory_lock($1::int, partition)`,
      [PARTITION_LOCK, wanted],
    );
    const taken = rows.map(({ partition }) => partition);
    if (taken.length === 0 || this.#session !== session || this.#stopping.signal.aborted) return;
    for (const partition of taken) this.#owned.add(partition);
    await this.#options.onTaken(taken);
  }
}

/** A node that is alive, judged by its locks. */
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

/** Returns the nodes that are alive. */
export async function listNodes(db: Queryable): Promise<LivingNode[]> {
  return await db.query<LivingNode>(NODES, [NODE_LOCK, RELAY_LOCK, PARTITION_LOCK]);
}
