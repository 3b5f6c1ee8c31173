/**
 * Our own record of which alerts were answered: what tells a resend from a second, equal alert.
 *
 * An order is marked when its 2xx is known to be lost. What a killed node had not answered can't be marked by it, so each
 * node keeps one row that says up to when everything it received is decided; at its death the others mark the rest.
 */
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";

/** What a node that is killed answered in its last moment counts as lost: this long a moment. */
const FLUSH_INTERVAL_MS = 50;
const RETRY_DELAY_MS = 100;
/** A node that isn't seen so soon after PostgreSQL's own start has lost its session with everybody else's, and lives. */
const RECONNECTION_MS = 3_000;

const MARK_LOST = "update orders set answer_lost = true where id = $1";
const MARK_FOUND = "update orders set answer_lost = false where id = $1";
const DECIDED_UNTIL = `
insert into nodes (node, decided_until) values ($1, $2) on conflict (node) do update set decided_until = $2`;
const FORGET_NODE = "delete from nodes where node = $1";
// An order's id begins with the millisecond in which it was made, which leads to the last orders of a node by the primary key.
const MARK_LOST_WITH_NODES = `
with dead as (
  delete from nodes
  where node <> all($1::int[]) and clock_timestamp() > pg_postmaster_start_time() + $2 * interval '1 millisecond'
  returning node, decided_until
)
update orders set answer_lost = true from dead
where orders.id >= (lpad(to_hex(dead.decided_until / 1000), 12, '0') || repeat('0', 20))::uuid
  and orders.accepted_by = dead.node and orders.received_at >= dead.decided_until and orders.idempotency_key is null`;

/** An alert whose answer is not decided yet. */
export interface OpenAnswer {
  readonly receivedAtUs: number;
}

export interface AnswerLogOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** This node's name among the nodes. */
  readonly node: () => number;
  /** Whether no other node can be alive beside this one. */
  readonly isAlone: boolean;
  readonly onTrouble: (error: unknown) => void;
}

export class AnswerLog {
  readonly #options: AnswerLogOptions;
  readonly #stopping = new AbortController();
  /** In the order of receipt. */
  readonly #open = new Set<OpenAnswer>();
  /** Orders that a resend was recognised for, until its answer is decided. */
  readonly #claimed = new Set<string>();
  /** Orders whose mark the storage has not taken yet. */
  readonly #unmarked = new Set<string>();
  #flushing: Promise<void> | undefined;

  constructor(options: AnswerLogOptions) {
    this.#options = options;
  }

  /** Before the first alert. @throws when the storage doesn't answer. */
  async start(): Promise<void> {
    await this.#writeDecided();
  }

  /** Settles once what is decided is written; leaves nothing for the others to mark. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#flushing;
    if (this.#open.size > 0) return;
    const { db, node, onTrouble } = this.#options;
    await db.query(FORGET_NODE, [node()]).catch(onTrouble);
  }

  /** An alert came in. */
  open(receivedAtUs: number): OpenAnswer {
    const answer = { receivedAtUs };
    this.#open.add(answer);
    this.#flushing ??= this.#flush();
    return answer;
  }

  /** Its answer has left us, or there is no order that it could be resent for. */
  close(answer: OpenAnswer): void {
    this.#open.delete(answer);
  }

  /** The connection broke before the 2xx was out, or nobody knows whether the order was committed. */
  async lost(answer: OpenAnswer, orderId: string): Promise<void> {
    this.#claimed.delete(orderId);
    this.#unmarked.add(orderId);
    const isWritten = await this.#persist(MARK_LOST, orderId, () => this.#unmarked.has(orderId));
    this.#unmarked.delete(orderId);
    if (isWritten) this.close(answer);
  }

  /** The 2xx to a resend has left us: a further equal alert is a new one. */
  async found(answer: OpenAnswer, orderId: string): Promise<void> {
    this.#unmarked.delete(orderId);
    if (await this.#persist(MARK_FOUND, orderId)) this.close(answer);
    this.#claimed.delete(orderId);
  }

  /** A resend was recognised: of two equal alerts that were lost together, the other one's resend must not find it, too. */
  claim(orderId: string): void {
    this.#claimed.add(orderId);
  }

  get claimed(): readonly string[] {
    return [...this.#claimed];
  }

  /** Orders that count as lost before the storage says so: a resend may come faster than the storage comes back. */
  get lostUnmarked(): readonly string[] {
    return [...this.#unmarked];
  }

  /** Counts as lost what nodes that are gone had not decided. */
  async lostWithNodesOtherThan(nodes: readonly number[]): Promise<void> {
    const { db, isAlone } = this.#options;
    await db.query(MARK_LOST_WITH_NODES, [nodes, isAlone ? 0 : RECONNECTION_MS]);
  }

  async #flush(): Promise<void> {
    const { clock, onTrouble } = this.#options;
    let isWritten = false;
    while ((!isWritten || this.#open.size > 0) && !this.#stopping.signal.aborted) {
      await clock.wait(FLUSH_INTERVAL_MS, this.#stopping.signal);
      try {
        await this.#writeDecided();
        isWritten = true;
      } catch (error) {
        onTrouble(error);
        isWritten = false;
      }
    }
    this.#flushing = undefined;
  }

  async #writeDecided(): Promise<void> {
    const { db, clock, node } = this.#options;
    const [oldest] = this.#open;
    await db.query(DECIDED_UNTIL, [node(), oldest?.receivedAtUs ?? clock.nowUs()]);
  }

  /**
   * Tries until the storage takes it, or it is no longer wanted; false when a stop came first, which leaves it to the others.
   */
  async #persist(statement: string, orderId: string, isWanted = () => true): Promise<boolean> {
    const { db, clock, onTrouble } = this.#options;
    const { signal } = this.#stopping;
    while (isWanted()) {
      try {
        await db.query(statement, [orderId]);
        return true;
      } catch (error) {
        onTrouble(error);
        if (signal.aborted) return false;
        await clock.wait(RETRY_DELAY_MS, signal);
      }
    }
    return true;
  }
}
