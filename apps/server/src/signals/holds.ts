/**
 * Releases held signals whose time is up, on the node that owns their chain's partition. A hold ends when the signal that
 * was overtaken comes; if it never does, this is what ends it. The storage says what is held, so a restart or another
 * node goes on where the last one stopped.
 */
import type { PartitionConsumer } from "../cluster/node.ts";
import { ORDER_CHANGED } from "../orders/index.ts";
import type { Clock } from "../platform/clock.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Failpoint } from "../platform/failpoint.ts";
import type { Bus } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { type ChainState, releaseDue } from "../strategies/index.ts";
import { releaseChain } from "./accept-statement.ts";
import { publishDecision, releasesOf } from "./chain-decisions.ts";
import { type ChainOwner, decisionOf } from "./chained.ts";
import { HOLD_MS } from "./link.ts";

const HELD = `
select source_id as "sourceId", ticker, user_id as "userId", partition, state, revision, hold_ends_at as "holdEndsAtUs",
  ${DATABASE_NOW_US} as "nowUs"
from position_chains where hold_ends_at is not null and partition = any($1::int[])`;

interface HeldChain {
  readonly sourceId: string;
  readonly ticker: string;
  readonly userId: string;
  readonly partition: number;
  readonly state: ChainState;
  readonly revision: number;
  readonly holdEndsAtUs: number;
  readonly nowUs: number;
}

export interface HoldsOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly failpoint: Failpoint;
  /** Returns by which rules a chain is followed; undefined if its strategy or account is gone. */
  readonly ownerOf: (chain: Pick<HeldChain, "sourceId" | "ticker">) => Promise<ChainOwner | undefined>;
  readonly log: RetryLog;
}

export class Holds implements PartitionConsumer {
  readonly #options: HoldsOptions;
  readonly #partitions = new Set<number>();
  readonly #stopping = new AbortController();
  /** The chains whose hold is being waited for, each with the end of the wait by our monotonic clock. */
  readonly #waiting = new Map<string, { readonly endsAtMs: number; readonly stop: AbortController }>();
  readonly #running = new Set<Promise<void>>();

  constructor(options: HoldsOptions) {
    this.#options = options;
  }

  async take(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) this.#partitions.add(partition);
    await this.#load(partitions);
  }

  async release(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) this.#partitions.delete(partition);
    await Promise.all(this.#running);
  }

  async catchUp(queues: readonly { readonly partition: number }[]): Promise<void> {
    await this.#load(queues.map(({ partition }) => partition));
  }

  async sweep(): Promise<void> {
    await this.#load([...this.#partitions]);
  }

  /** Releases nothing more; the rest follows after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  /** Looks up what is held in partitions of ours, and waits for it. */
  async #load(partitions: readonly number[]): Promise<void> {
    const { db, clock } = this.#options;
    const ours = [...new Set(partitions)].filter((partition) => this.#partitions.has(partition));
    if (ours.length === 0 || this.#stopping.signal.aborted) return;
    for (const chain of await db.query<HeldChain>(HELD, [ours])) {
      // No hold lasts longer, even if PostgreSQL's clock was set back.
      const leftMs = Math.min(HOLD_MS, Math.max(0, (chain.holdEndsAtUs - chain.nowUs) / 1_000));
      this.#wait(chain, clock.monotonicMs() + leftMs);
    }
  }

  #wait({ sourceId, ticker, partition }: HeldChain, endsAtMs: number): void {
    const name = `${sourceId} ${ticker}`;
    const before = this.#waiting.get(name);
    if (before && before.endsAtMs <= endsAtMs) return;
    before?.stop.abort();
    const stop = new AbortController();
    const wait = { endsAtMs, stop };
    this.#waiting.set(name, wait);
    const { clock, log } = this.#options;
    const ended = AbortSignal.any([this.#stopping.signal, stop.signal]);
    void clock.wait(Math.max(0, endsAtMs - clock.monotonicMs()), ended).then(() => {
      if (this.#waiting.get(name) !== wait) return;
      this.#waiting.delete(name);
      if (ended.aborted || !this.#partitions.has(partition)) return;
      // After an error, the next sweep tries again.
      const releasing = this.#release(sourceId, ticker, partition)
        .catch(log.willRetry)
        .finally(() => this.#running.delete(releasing));
      this.#running.add(releasing);
    });
  }

  /** Releases what is due in a chain, as it stands now. */
  async #release(sourceId: string, ticker: string, partition: number): Promise<void> {
    const { db, bus, failpoint, ownerOf } = this.#options;
    const held = await db.query<HeldChain>(HELD, [[partition]]);
    const chain = held.find((each) => each.sourceId === sourceId && each.ticker === ticker);
    if (!chain) return;
    const owner = await ownerOf(chain);
    // We have waited long enough, whatever PostgreSQL's clock says.
    const nowUs = Math.max(chain.nowUs, chain.holdEndsAtUs);
    const step = releaseDue(chain.state, owner?.rules ?? GONE, nowUs);
    const decision = decisionOf(step, owner ?? { ...NOBODY, ticker, userId: chain.userId });
    failpoint("release.before");
    const orders = await releaseChain(db, { ...chain, ...decision }, releasesOf(decision, owner?.strategyId));
    failpoint("release.after");
    // Another signal has moved the chain meanwhile, and whoever stored it has announced what it holds.
    if (!orders) return;
    for (const id of orders) bus.publish(ORDER_CHANGED, { userId: chain.userId, id });
    publishDecision(bus, { accountId: sourceId }, decision);
  }
}

/** Of a strategy or account that was deleted while its signal was held: its orders are refused when their turn comes. */
const GONE: ChainOwner["rules"] = { start: "now", holdMs: HOLD_MS, tradesGaps: false };
const NOBODY = { strategyId: undefined, rules: GONE, onGap: "tell", gapMessages: () => [] } as const;
