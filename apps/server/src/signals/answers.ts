/**
 * Records lost answers, to tell a resend from a second, equal alert.
 *
 * A signal is marked when its 2xx is known to be lost. A killed node can't mark the signals it hadn't answered, so each
 * node keeps one row with the id before which all its answers are decided; when it dies, the other nodes mark the rest.
 * What is stored after that, by a commit in progress, isn't marked; the others look for it among the dead nodes' signals.
 * A node that lives loses its lock, too, for as long as it takes to replace a broken session. So it is dead only if the
 * connection by which it writes its row has ended or is silent. If it lives even so, cut off from the database, others may
 * have marked what it answered; it finds its row gone, and takes the marks back.
 *
 * A process's ids ascend in order of receipt even if the clock is changed, so no times are compared here.
 */
import { v7 as uuidv7 } from "uuid";
import { NODE_LOCK } from "../cluster/ownership.ts";
import type { Clock } from "../platform/clock.ts";
import { monotonicMicros } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { firstIdOf } from "../platform/db/id-time.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { Acceptor } from "./deduplicate.ts";

/** Answers that a killed node sent within this time before its death count as lost. */
const FLUSH_INTERVAL_MS = 50;
/** While no alerts arrive. Must be shorter than EARLIEST_RESEND_US of signals/deduplicate. */
const HEARTBEAT_MS = 1_000;
/** Delays between tries while the storage doesn't answer; the last one repeats. */
const RETRY_DELAYS_MS = [50, 100, 250];
/** A living node writes its row every second. PostgreSQL ends a silent session after as long (platform/db/postgres). */
const SILENCE_MS = 1_250;
/** A node that is missing this soon after PostgreSQL's start may be alive: the restart ended every session. */
const RECONNECTION_MS = 3_000;
/** The claim of an answered resend belongs to no node, so no node's death ends it. */
const NO_NODE = 0;
/** Such a claim is kept for longer than a node without the database may take to mark the signal as lost. */
const CLAIM_KEPT_MS = 60_000;

/** Longer than TradingView resends an alert that was stored after its node's death, however long its commit took. */
const DEATH_KEPT_MS = 60_000;

/**
 * Stores what became of answers: marks lost ones, and unmarks those whose resend was answered.
 *
 * A lost answer's signal may not be in the table: its commit failed, or isn't finished, or a server that was frozen has
 * yet to run the statement. So this inserts the id. That waits for a commit in progress, and keeps one that hasn't begun
 * from storing the signal after its resend was taken for a new alert.
 *
 * A signal with a claim isn't marked: another node has recognised a resend of it.
 */
const STORE_MARKS = `
with marks as (
  select * from json_to_recordset($1::json) as t(signal_id uuid, post uuid, is_lost boolean, lost_at_monotonic bigint)
), released as (
  delete from resends using marks where resends.resend = marks.post and is_lost
), answered as (
  update resends set node = ${NO_NODE} from marks where resends.resend = marks.post and not is_lost
), found as (
  update signals set answer_lost = false where id in (select signal_id from marks where not is_lost)
)
insert into signals (id, user_id, account_id, body_hash, accepted_by, received_at, received_at_monotonic, received_at_database,
  answer_lost_at)
select distinct signal_id, '00000000-0000-0000-0000-000000000000'::uuid, '', ''::bytea, $2::int, 0, 0, 0, lost_at_monotonic
from marks where is_lost order by signal_id
on conflict (id) do update set answer_lost = true,
  answer_lost_at = case when signals.accepted_by = excluded.accepted_by then excluded.answer_lost_at end
where not exists (
  select from resends where resends.signal_id = excluded.id and resends.resend not in (select post from marks))`;
/** Returns whether the node had no row: it has just started, or others took it for dead and marked its signals. */
const DECIDED_BEFORE = `
with risen as (delete from dead_nodes where node = $1)
insert into nodes (node, decided_before, written_by) values ($1, $2, pg_backend_pid())
on conflict (node) do update set decided_before = $2, written_by = pg_backend_pid()
returning xmax = 0 as "isNew"`;
const FORGET_NODE = "delete from nodes where node = $1";
/**
 * Checks the locks too: a node that started after the list of nodes was read holds its lock by now. And the connections,
 * unless `$2` is 0: then no other node can be alive.
 */
const MARK_LOST_WITH_NODES = `
with dead as (
  delete from nodes
  where node <> all($1::int[]) and clock_timestamp() > pg_postmaster_start_time() + $2 * interval '1 millisecond'
    and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${NODE_LOCK} and objid::bigint = nodes.node
        and database = (select oid from pg_database where datname = current_database()))
    and ($2::int = 0 or not exists (
      select from pg_stat_activity
      where pid = nodes.written_by and state_change > clock_timestamp() - ${SILENCE_MS} * interval '1 millisecond'))
  returning node, decided_before
), forgotten as (
  delete from dead_nodes where found_dead_at < clock_timestamp() - ${DEATH_KEPT_MS} * interval '1 millisecond'
    and node not in (select node from dead)
), kept as (
  insert into dead_nodes (node, decided_before, found_dead_at)
  select node, decided_before, clock_timestamp() from dead
  on conflict (node) do update set decided_before = excluded.decided_before, found_dead_at = excluded.found_dead_at
), released as (
  delete from resends using dead where resends.node = dead.node
  returning signal_id
), expired as (
  delete from resends where node = ${NO_NODE} and resend < $3::uuid
), resent as (
  update signals set answer_lost = true from released where signals.id = released.signal_id
)
update signals set answer_lost = true from dead
where signals.id >= dead.decided_before and signals.accepted_by = dead.node and signals.idempotency_key is null
  and signals.id not in (select signal_id from released)`;

/** A post whose answer isn't decided yet. */
export interface OpenAnswer {
  /** The id of its signal, if it creates one: greater than any id that this process has created before. */
  readonly id: string;
}

/** What became of the answers to a signal's post and to its resends; not stored yet. */
interface Mark {
  readonly isLost: boolean;
  readonly answers: readonly OpenAnswer[];
  /** When the first of them was lost, by the monotonic clock; undefined if none was. */
  readonly lostAtUs: number | undefined;
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
  /** Answered since the last write that says so: if this node was taken for dead, they were marked as lost. */
  readonly #unrecorded = new Set<OpenAnswer>();
  /** Open when this node found that it had been taken for dead. */
  readonly #doubted = new WeakSet<OpenAnswer>();
  /** What the last write of this node's row showed. */
  #row: "none" | "written" | "unknown" = "none";
  /** By the signal's id. */
  readonly #marks = new Map<string, Mark>();
  #flushing: Promise<void> | undefined;
  #marking: Promise<void> | undefined;
  #beating: Promise<void> | undefined;

  constructor(options: AnswerLogOptions) {
    this.#options = options;
  }

  /** Call before the first post. @throws if the storage doesn't answer. */
  async start(): Promise<void> {
    await this.#writeDecided();
    if (!this.#options.isAlone) this.#beating = this.#beat();
  }

  /** Settles once all decisions are written, so that the other nodes have nothing to mark. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#flushing, this.#marking, this.#beating]);
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
    if (this.#doubted.delete(answer)) void this.#mark(answer.id, answer, false);
    else this.#unrecorded.add(answer);
  }

  /**
   * Call when the connection broke before the 2xx was sent, or when it is unknown whether the signal was committed.
   * Settles once that is stored, or when this node stops.
   */
  async lost(answer: OpenAnswer, signalId: string): Promise<void> {
    await this.#mark(signalId, answer, true);
  }

  /** Call when the 2xx to a resend has been sent: the next equal alert is a new one. Settles as `lost` does. */
  async found(answer: OpenAnswer, signalId: string): Promise<void> {
    await this.#mark(signalId, answer, false);
  }

  /** This node's state for accepting. A resend may arrive before the storage is back, and must be recognised anyway. */
  get acceptor(): Acceptor {
    const { node, clock } = this.#options;
    const lost = [...this.#marks].filter(([, { isLost }]) => isLost);
    return {
      node: node(),
      monotonicUs: monotonicMicros(clock.monotonicMs()),
      lostUnmarked: lost.map(([id, { lostAtUs = 0 }]) => ({ id, lostAtUs })),
      released: lost.flatMap(([, { answers }]) => answers.map(({ id }) => id)),
    };
  }

  /** Marks as lost the answers that dead nodes hadn't decided. */
  async lostWithNodesOtherThan(nodes: readonly number[]): Promise<void> {
    const { db, clock, isAlone } = this.#options;
    const oldClaims = firstIdOf(clock.nowMs() - CLAIM_KEPT_MS);
    await db.query(MARK_LOST_WITH_NODES, [nodes, isAlone ? 0 : RECONNECTION_MS, oldClaims]);
  }

  /** While there are open answers, and until none was open when it began to write. */
  async #flush(): Promise<void> {
    const { clock, log } = this.#options;
    let isDecided = false;
    while ((!isDecided || this.#open.size > 0) && !this.#stopping.signal.aborted) {
      await clock.wait(FLUSH_INTERVAL_MS, this.#stopping.signal);
      try {
        const open = this.#open.size;
        await this.#writeDecided();
        isDecided = open === 0;
      } catch (error) {
        log.willRetry(error);
        isDecided = false;
      }
    }
    this.#flushing = undefined;
  }

  /** Shows the other nodes that this one still decides its answers. */
  async #beat(): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await clock.wait(HEARTBEAT_MS, signal);
      if (!signal.aborted && !this.#flushing) await this.#writeDecided().catch(log.willRetry);
    }
  }

  async #writeDecided(): Promise<void> {
    const { db, node } = this.#options;
    const [oldest] = this.#open;
    const decidedBefore = oldest?.id ?? uuidv7();
    const before = this.#row;
    if (before === "written") this.#row = "unknown";
    const [row] = await db.query<{ isNew: boolean }>(DECIDED_BEFORE, [node(), decidedBefore]);
    this.#row = "written";
    if (before === "unknown" || (before === "written" && row?.isNew)) this.#contradictDeath();
    for (const answer of this.#unrecorded) if (answer.id < decidedBefore) this.#unrecorded.delete(answer);
  }

  /** Unmarks what this node has answered though others took it for dead: its lock was gone, as when its session breaks. */
  #contradictDeath(): void {
    for (const answer of this.#unrecorded) void this.#mark(answer.id, answer, false);
    for (const answer of this.#open) this.#doubted.add(answer);
  }

  async #mark(signalId: string, answer: OpenAnswer, isLost: boolean): Promise<void> {
    const earlier = this.#marks.get(signalId);
    const lostAtUs = earlier?.lostAtUs ?? (isLost ? monotonicMicros(this.#options.clock.monotonicMs()) : undefined);
    this.#marks.set(signalId, { isLost, answers: [...(earlier?.answers ?? []), answer], lostAtUs });
    this.#marking ??= this.#storeMarks();
    await this.#marking;
  }

  /** Stores everything there is in one write, however many alerts an outage cost. The other nodes mark what is left at the end. */
  async #storeMarks(): Promise<void> {
    const { db, clock, node, log } = this.#options;
    const { signal } = this.#stopping;
    for (let failures = 0; this.#marks.size > 0;) {
      const marks = [...this.#marks];
      const rows = marks.flatMap(([signalId, { isLost, answers, lostAtUs }]) =>
        answers.map(({ id }) => ({ signal_id: signalId, post: id, is_lost: isLost, lost_at_monotonic: lostAtUs })),
      );
      try {
        await db.query(STORE_MARKS, [JSON.stringify(rows), node()]);
        failures = 0;
        for (const [signalId, mark] of marks) {
          // Otherwise it has changed meanwhile.
          if (this.#marks.get(signalId) !== mark) continue;
          this.#marks.delete(signalId);
          for (const answer of mark.answers) this.#open.delete(answer);
        }
      } catch (error) {
        log.willRetry(error);
        if (signal.aborted) break;
        await clock.wait(RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)] ?? 0, signal);
        failures += 1;
      }
    }
    this.#marking = undefined;
  }
}
