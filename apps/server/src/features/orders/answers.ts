/** Our own record of which alerts were answered: what tells a resend from a second, equal alert. */
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";

/** Most outcomes come sooner and carry the mark with them; only the rest costs a write of its own. */
const LINGER_MS = 50;

const MARK_SENT =
  "update orders set unanswered_since = null where id = any($1::uuid[]) and unanswered_since is not null";
const MARK_LOST = "update orders set unanswered_since = 0 where id = any($1::uuid[]) and unanswered_since is not null";
// A node that died can't answer any more: whatever it had not marked as answered counts as lost.
const MARK_LOST_WITH_NODES = `
update orders set unanswered_since = 0 where unanswered_since > 0 and accepted_by <> all($1::int[])`;

/** An order whose alert waits for its answer. */
export interface Answerable {
  readonly id: string;
  /** Whether the 2xx has left us, and whether the row says so. */
  answered: boolean;
  readonly answerWritten: boolean;
}

export class AnswerLog {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #onTrouble: (error: unknown) => void;
  #sent: Answerable[] = [];
  #flushing: Promise<void> | undefined;

  constructor(db: Queryable, clock: Clock, onTrouble: (error: unknown) => void) {
    this.#db = db;
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  /** The 2xx has left us. */
  sent(order: Answerable): void {
    order.answered = true;
    this.#sent.push(order);
    this.#flushing ??= this.#flush();
  }

  /** The connection broke before the answer was out. */
  async lost(order: Answerable): Promise<void> {
    await this.#mark(MARK_LOST, [order.id]);
  }

  /** Counts as lost what nodes that are gone had not answered. */
  async lostWithNodesOtherThan(nodes: readonly number[]): Promise<void> {
    await this.#db.query(MARK_LOST_WITH_NODES, [nodes]);
  }

  /** Settles once everything said so far is written. */
  async settle(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    while (this.#sent.length > 0) {
      await this.#clock.wait(LINGER_MS);
      const due = this.#sent;
      this.#sent = [];
      const unwritten = due.filter(({ answerWritten }) => !answerWritten).map(({ id }) => id);
      if (unwritten.length > 0) await this.#mark(MARK_SENT, unwritten);
    }
    this.#flushing = undefined;
  }

  async #mark(statement: string, ids: readonly string[]): Promise<void> {
    // Unmarked, an answer counts as lost: an equal alert within a minute would be taken for a resend.
    await this.#db.query(statement, [ids]).catch(this.#onTrouble);
  }
}
