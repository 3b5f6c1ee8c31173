/**
 * The record of answers, which tells a resend from a second, equal alert.
 *
 * A signal is marked when its 2xx is known to be lost. A killed node can't mark what it had not answered, so each node keeps
 * one row that says up to which id everything it received is decided; when it dies, the others mark the rest. Ids of one
 * process ascend in the order of receipt, whatever is done to the clock, so no times are compared here.
 */
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../platform/clock.ts";
import { monotonicMicros } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { NODE_LOCK } from "../cluster/ownership.ts";
import type { Acceptor } from "./deduplicate.ts";
import type { RetryLog } from "../platform/retry-log.ts";

/** What a node that is killed answered in its last moment counts as lost: this long a moment. */
const FLUSH_INTERVAL_MS = 50;
const RETRY_DELAY_MS = 100;
/** A node that isn't seen so soon after PostgreSQL's own start has lost its session with everybody else's, and lives. */
const RECONNECTION_MS = 3_000;

/** Whether the answer to a post, which made or resent a signal, is lost; a resend's claim ends either way. */
const MARK = (isLost: boolean) => `
with released as (delete from resends where resend = $2)
update signals set answer_lost = ${isLost} where id = $1`;
const DECIDED_BEFORE = `
insert into nodes (node, decided_before) values ($1, $2) on conflict (node) do update set decided_before = $2`;
const FORGET_NODE = "delete from nodes where node = $1";
/** A node that began after the look at the nodes holds its lock by now. */
const MARK_LOST_WITH_NODES = `
with dead as (
  delete from nodes
  where node <> all($1::int[]) and clock_timestamp() > pg_postmaster_start_time() + $2 * interval '1 millisecond'
    and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${NODE_LOCK} and objid::bigint = nodes.node
        and database = (select oid from pg_database where datname = current_database()))
  returning node, decided_before
), released as (
  delete from resends using dead where resends.node = dead.node
)
update signals set answer_lost = true from dead
where signals.id >= dead.decided_before and signals.accepted_by = dead.node and signals.idempotency_key is null`;

/** A post whose answer is not decided yet. */
export interface OpenAnswer {
  /** What its signal is called, if it makes a new one: greater than any that this process made before. */
  readonly id: string;
}

export interface AnswerLogOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** This node's name among the nodes. */
  readonly node: () => number;
  /** Whether no other node can be alive beside this one. */
  readonly isAlone: boolean;
  readonly log: RetryLog;
}

export class AnswerLog {
  readonly #options: AnswerLogOptions;
  readonly #stopping = new AbortController();
  /** In the order of receipt. */
  readonly #open = new Set<OpenAnswer>();
  /** Signals whose answer is lost, and resends whose claims end with that, which the storage has not taken yet. */
  readonly #unmarked = new Set<string>();
  readonly #released = new Set<string>();
  #flushing: Promise<void> | undefined;

  constructor(options: AnswerLogOptions) {
    this.#options = options;
  }

  /** Before the first post. @throws when the storage doesn't answer. */
  async start(): Promise<void> {
    await this.#writeDecided();
  }

  /** Settles once what is decided is written; leaves nothing for the others to mark. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#flushing;
    if (this.#open.size > 0) return;
    const { db, node, log } = this.#options;
    await db.query(FORGET_NODE, [node()]).catch(log.willRetry);
  }

  /** A post came in. */
  open(answer: OpenAnswer): OpenAnswer {
    this.#open.add(answer);
    this.#flushing ??= this.#flush();
    return answer;
  }

  /** Its answer has left us, or there is no signal that it could be resent for. */
  close(answer: OpenAnswer): void {
    this.#open.delete(answer);
  }

  /** The connection broke before the 2xx was out, or nobody knows whether the signal was committed. */
  async lost(answer: OpenAnswer, signalId: string): Promise<void> {
    this.#unmarked.add(signalId);
    this.#released.add(answer.id);
    const isWritten = await this.#persist(MARK(true), [signalId, answer.id], () => this.#unmarked.has(signalId));
    this.#unmarked.delete(signalId);
    this.#released.delete(answer.id);
    if (isWritten) this.close(answer);
  }

  /** The 2xx to a resend has left us: a further equal alert is a new one. */
  async found(answer: OpenAnswer, signalId: string): Promise<void> {
    this.#unmarked.delete(signalId);
    if (await this.#persist(MARK(false), [signalId, answer.id])) this.close(answer);
  }

  /** This node as it accepts: a resend may come faster than the storage comes back, and must be recognised all the same. */
  get acceptor(): Acceptor {
    const { node, clock } = this.#options;
    return {
      node: node(),
      monotonicUs: monotonicMicros(clock.monotonicMs()),
      lostUnmarked: [...this.#unmarked],
      released: [...this.#released],
    };
  }

  /** Counts as lost what nodes that are gone had not decided. */
  async lostWithNodesOtherThan(nodes: readonly number[]): Promise<void> {
    const { db, isAlone } = this.#options;
    await db.query(MARK_LOST_WITH_NODES, [nodes, isAlone ? 0 : RECONNECTION_MS]);
  }

  async #flush(): Promise<void> {
    const { clock, log } = this.#options;
    let isWritten = false;
    while ((!isWritten || this.#open.size > 0) && !this.#stopping.signal.aborted) {
      await clock.wait(FLUSH_INTERVAL_MS, this.#stopping.signal);
      try {
        await this.#writeDecided();
        isWritten = true;
      } catch (error) {
        log.willRetry(error);
        isWritten = false;
      }
    }
    this.#flushing = undefined;
  }

  async #writeDecided(): Promise<void> {
    const { db, node } = this.#options;
    const [oldest] = this.#open;
    await db.query(DECIDED_BEFORE, [node(), oldest?.id ?? uuidv7()]);
  }

  /**
   * Tries until the storage takes it, or it is no longer wanted; false when a stop came first, which leaves it to the others.
   */
  async #persist(statement: string, values: readonly string[], isWanted = () => true): Promise<boolean> {
    const { db, clock, log } = this.#options;
    const { signal } = this.#stopping;
    while (isWanted()) {
      try {
        await db.query(statement, values);
        return true;
      } catch (error) {
        log.willRetry(error);
        if (signal.aborted) return false;
        await clock.wait(RETRY_DELAY_MS, signal);
      }
    }
    return true;
  }
}
