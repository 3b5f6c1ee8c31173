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
  #settling = false;

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
    // Should this fail, the answer stays missing, and counts as lost a second after its alert came.
    await this.#db.query(MARK_LOST, [[order.id]]).catch(this.#onTrouble);
  }

  /** Counts as lost what nodes that are gone had not answered. */
  async lostWithNodesOtherThan(nodes: readonly number[]): Promise<void> {
    await this.#db.query(MARK_LOST_WITH_NODES, [nodes]);
  }

  /** Settles once everything said so far is written, or can't be. */
  async settle(): Promise<void> {
    this.#settling = true;
    await this.#flushing;
    this.#settling = false;
  }

  /**
   * A mark that the storage didn't take is written once it does again: unmarked, an answer counts as lost, and an equal
   * alert within a minute would be taken for a resend. While the storage is away nothing new is accepted, so that what
   * waits here is bounded.
   */
  async #flush(): Promise<void> {
    while (this.#sent.length > 0) {
      await this.#clock.wait(LINGER_MS);
      const due = this.#sent.filter(({ answerWritten }) => !answerWritten);
      this.#sent = [];
      if (due.length === 0 || (await this.#markSent(due))) continue;
      if (this.#settling) break;
      this.#sent = [...due, ...this.#sent];
    }
    this.#flushing = undefined;
  }

  async #markSent(orders: readonly Answerable[]): Promise<boolean> {
    try {
      await this.#db.query(MARK_SENT, [orders.map(({ id }) => id)]);
      return true;
    } catch (error) {
      this.#onTrouble(error);
      return false;
    }
  }
}
