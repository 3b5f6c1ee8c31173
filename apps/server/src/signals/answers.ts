/**
 * Records lost answers, to tell a resend from a second, equal alert.
 *
 * A signal is marked when its 2xx is known to be lost. A killed node can't mark the signals it hadn't answered, so each
 * node keeps one row with the id before which all its answers are decided; when it dies, the other nodes mark the rest.
 * A process's ids ascend in order of receipt even if the clock is changed, so no times are compared here.
 */
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../platform/clock.ts";
import { monotonicMicros } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { NODE_LOCK } from "../cluster/ownership.ts";
import type { Acceptor } from "./deduplicate.ts";
import type { RetryLog } from "../platform/retry-log.ts";

/** Answers that a killed node sent within this time before its death count as lost. */
const FLUSH_INTERVAL_MS = 50;
const RETRY_DELAY_MS = 100;
/** A node that is missing this soon after PostgreSQL's start may be alive: the restart ended every session. */
const RECONNECTION_MS = 3_000;

/** Sets whether the answer to a signal's post, or to its resend, is lost. A resend's claim ends either way. */
const MARK = (isLost: boolean) => `
with released as (delete from resends where resend = $2)
update signals set answer_lost = ${isLost} where id = $1`;
const DECIDED_BEFORE = `
insert into nodes (node, decided_before) values ($1, $2) on conflict (node) do update set decided_before = $2`;
const FORGET_NODE = "delete from nodes where node = $1";
/** Checks the locks too: a node that started after the list of nodes was read holds its lock by now. */
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

/** A post whose answer isn't decided yet. */
export interface OpenAnswer {
  /** The id of its signal, if it creates one: greater than any id that this process has created before. */
  readonly id: string;
}

export interface AnswerLogOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** Returns this node's name in the cluster. */
  readonly node: () => number;
  /** Whether no other node can be alive. */
  readonly isAlone: boolean;
  readonly log: RetryLog;
}

export class AnswerLog {
  readonly #options: AnswerLogOptions;
  readonly #stopping = new AbortController();
  /** In order of receipt. */
  readonly #open = new Set<OpenAnswer>();
  /** Signals with a lost answer, and resends whose claims end with it, that aren't stored yet. */
  readonly #unmarked = new Set<string>();
  readonly #released = new Set<string>();
  #flushing: Promise<void> | undefined;

  constructor(options: AnswerLogOptions) {
    this.#options = options;
  }

  /** Call before the first post. @throws if the storage doesn't answer. */
  async start(): Promise<void> {
    await this.#writeDecided();
  }

  /** Settles once all decisions are written, so that the other nodes have nothing to mark. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#flushing;
    if (this.#open.size > 0) return;
    const { db, node, log } = this.#options;
    await db.query(FORGET_NODE, [node()]).catch(log.willRetry);
  }

  /** Opens the answer to a post that came in. */
  open(answer: OpenAnswer): OpenAnswer {
    this.#open.add(answer);
    this.#flushing ??= this.#flush();
    return answer;
  }

  /** Call when the answer has been sent, or when there is no signal that a resend could match. */
  close(answer: OpenAnswer): void {
    this.#open.delete(answer);
  }

  /** Call when the connection broke before the 2xx was sent, or when it is unknown whether the signal was committed. */
  async lost(answer: OpenAnswer, signalId: string): Promise<void> {
    this.#unmarked.add(signalId);
    this.#released.add(answer.id);
    const isWritten = await this.#persist(MARK(true), [signalId, answer.id], () => this.#unmarked.has(signalId));
    this.#unmarked.delete(signalId);
    this.#released.delete(answer.id);
    if (isWritten) this.close(answer);
  }

  /** Call when the 2xx to a resend has been sent: the next equal alert is a new one. */
  async found(answer: OpenAnswer, signalId: string): Promise<void> {
    this.#unmarked.delete(signalId);
    if (await this.#persist(MARK(false), [signalId, answer.id])) this.close(answer);
  }

  /** This node's state for accepting. A resend may arrive before the storage is back, and must be recognised anyway. */
  get acceptor(): Acceptor {
    const { node, clock } = this.#options;
    return {
      node: node(),
      monotonicUs: monotonicMicros(clock.monotonicMs()),
      lostUnmarked: [...this.#unmarked],
      released: [...this.#released],
    };
  }

  /** Marks as lost the answers that dead nodes hadn't decided. */
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
   * Retries until the storage accepts the statement or it is no longer wanted. Returns false if this node stops first;
   * the other nodes mark the answer then.
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
