/**
 * Follows the accepted orders of this node's partitions until they have ended at their venues. Each account has a
 * follower of its own, with limits of its own: none waits for another, and no order in a queue waits for any.
 */
import type { Reason } from "@chartrelay/contract";
import type { Credentials, Fill, Venues } from "@chartrelay/venues";
import type { PartitionConsumer } from "../../cluster/node.ts";
import type { Clock } from "../../platform/clock.ts";
import type { FairLimiter } from "../../platform/fair-limiter.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import { environmentOf } from "../order.ts";
import { Follower } from "./follower.ts";
import type { SentKey } from "./keys.ts";
import { ReadPace } from "./read-pace.ts";
import type { AcceptedOrder, AccountPlace, ExecutionStore } from "./store.ts";

/** Timeout of one call to a venue. */
const CALL_TIMEOUT_MS = 12_000;
/** After a start or takeover, accounts are read one after another in this time, so that they keep apart later, too. */
const SPREAD_MS = 2_000;
/** A hundred accounts a second: fewer than that need no more time. */
const SPREAD_PER_ACCOUNT_MS = 10;
/** Orders are looked for in the storage at every fifth sweep: nearly all are known from the start or by this node's own sends. */
const SWEEPS_A_COUNT = 5;

export interface ReconcilerOptions {
  readonly venues: Venues;
  readonly store: ExecutionStore;
  readonly findKey: (key: SentKey) => Promise<Credentials | Reason>;
  readonly limiter: FairLimiter;
  readonly clock: Clock;
  readonly log: RetryLog;
  /** Called when an order's change is committed, with the fills that are new. */
  readonly onStored: (order: AcceptedOrder, fills: readonly Fill[]) => void;
  /** Called when a stream tells of an order of ours that isn't followed: its outcome may be unknown. */
  readonly onUnfollowed: (id: string) => void;
}

/** An account, and the key whose stream and orders are followed. */
export type FollowedAccount = Pick<
  AcceptedOrder,
  "accountId" | "userId" | "keyVersion" | "partition" | "venue" | "isDemo"
>;

interface Following {
  readonly accountId: string;
  readonly follower: Follower;
}

interface Ownership {
  readonly controller: AbortController;
  /** By account and key version. */
  readonly followers: Map<string, Following>;
  readonly running: Set<Promise<void>>;
}

export class Reconciler implements PartitionConsumer {
  readonly #options: ReconcilerOptions;
  readonly #owned = new Map<number, Ownership>();
  /** By environment. */
  readonly #paces = new Map<string, ReadPace>();
  #sweeps = 0;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  /** How many accounts this node follows, and how many of their streams are live. */
  get state(): { readonly accounts: number; readonly liveStreams: number } {
    const all = this.#followings();
    return {
      accounts: new Set(all.map(({ accountId }) => accountId)).size,
      liveStreams: all.filter(({ follower }) => follower.isLive).length,
    };
  }

  /** Follows an order that its venue has just accepted, if its partition is this node's. */
  follow(order: AcceptedOrder): void {
    this.#followerOf(order)?.followNew(order);
  }

  /** Follows an account's stream for a while, because an order of it is expected to be told there. */
  listen(account: FollowedAccount): void {
    this.#followerOf(account);
  }

  /** An account has another key or setting. */
  accountsChanged(accountIds?: readonly string[]): void {
    for (const { accountId, follower } of this.#followings()) {
      if (accountIds === undefined || accountIds.includes(accountId)) follower.keyChanged();
    }
  }

  async take(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) {
      if (this.#owned.has(partition)) continue;
      this.#owned.set(partition, { controller: new AbortController(), followers: new Map(), running: new Set() });
    }
    if (partitions.length > 0) this.#followAgain(await this.#options.store.loadPartitions(partitions));
  }

  async release(partitions: readonly number[]): Promise<void> {
    const released = partitions.flatMap((partition) => this.#owned.get(partition) ?? []);
    for (const partition of partitions) this.#owned.delete(partition);
    for (const { controller } of released) controller.abort();
    await Promise.all(released.flatMap(({ running }) => [...running]));
  }

  /** Reads accounts soon, because one of their orders is being cancelled. */
  async catchUp(queues: readonly { readonly queue: string; readonly partition: number }[]): Promise<void> {
    const ours = queues.filter(({ partition }) => this.#owned.has(partition));
    if (ours.length === 0) return;
    await this.#load(ours.map(({ queue, partition }) => ({ accountId: queue, partition })));
    const names = new Set(ours.map(({ queue }) => queue));
    for (const { accountId, follower } of this.#followings()) if (names.has(accountId)) follower.readSoon();
  }

  /** Finds orders that this node should follow and doesn't, for example those that a job has adopted. */
  async sweep(): Promise<void> {
    this.#sweeps += 1;
    if (this.#sweeps % SWEEPS_A_COUNT > 0 || this.#owned.size === 0) return;
    const held = new Map<string, number>();
    for (const { accountId, follower } of this.#followings())
      held.set(accountId, (held.get(accountId) ?? 0) + follower.size);
    const counts = await this.#options.store.count([...this.#owned.keys()]);
    await this.#load(counts.filter(({ accountId, orders }) => orders > (held.get(accountId) ?? 0)));
  }

  async #load(accounts: readonly AccountPlace[]): Promise<void> {
    if (accounts.length > 0) this.#followAgain(await this.#options.store.loadAccounts(accounts));
  }

  #followings(): Following[] {
    return [...this.#owned.values()].flatMap(({ followers }) => [...followers.values()]);
  }

  /** Spreads the accounts' first reads. */
  #followAgain(orders: readonly AcceptedOrder[]): void {
    const byAccount = [...Map.groupBy(orders, nameOf).values()];
    const stepMs = Math.min(SPREAD_PER_ACCOUNT_MS, SPREAD_MS / byAccount.length);
    for (const [index, own] of byAccount.entries())
      for (const order of own) this.#followerOf(order)?.followAgain(order, index * stepMs);
  }

  /** Returns the follower for an order; undefined if this node doesn't own it, or its venue can't be followed. */
  #followerOf(account: FollowedAccount): Follower | undefined {
    const ownership = this.#owned.get(account.partition);
    return ownership && (ownership.followers.get(nameOf(account))?.follower ?? this.#start(ownership, account));
  }

  #start(ownership: Ownership, account: FollowedAccount): Follower | undefined {
    const { venues, findKey, limiter, clock } = this.#options;
    const { accountId, userId, keyVersion } = account;
    const { executions } = venues[account.venue];
    if (!executions) return undefined;
    const ended = ownership.controller.signal;
    const name = nameOf(account);
    const environment = environmentOf(account);
    const pace = this.#paces.get(environment) ?? new ReadPace(executions.following.costPerMinute, clock);
    this.#paces.set(environment, pace);
    const follower = new Follower({
      ...this.#options,
      executions,
      pace,
      findKey: () => findKey({ accountId, userId, keyVersion }),
      call: (call) =>
        limiter.run(environment, accountId, () => call(AbortSignal.any([clock.timeout(CALL_TIMEOUT_MS), ended]))),
      onIdle: () => ownership.followers.delete(name),
    });
    ownership.followers.set(name, { accountId, follower });
    const run = follower.run(ended).finally(() => ownership.running.delete(run));
    ownership.running.add(run);
    return follower;
  }
}

function nameOf({ accountId, keyVersion }: Pick<AcceptedOrder, "accountId" | "keyVersion">): string {
  return `${accountId} ${keyVersion}`;
}
