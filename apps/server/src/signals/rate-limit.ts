/**
 * Rate limit: alerts per minute for one account and for one chat. With several nodes, each node takes a share of an
 * account's remaining limit, counted from what all nodes have stored. It looks up the count again when its share is
 * used up, or after a second. If several nodes get alerts within that second, they may together accept a few more than
 * the limit.
 */
import type { Clock } from "../platform/clock.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";

const WINDOW_MS = 60_000;
/** Expired windows are dropped once there are this many windows. */
const MANY_WINDOWS = 10_000;
/** How many accounts of one user are likely to be flooded at once. */
const ACCOUNTS_LOOKED_THROUGH = 10;

/** How long a node relies on its last count of what all nodes accepted. */
const LOOK_AGAIN_MS = 1_000;

/**
 * What all nodes accepted for an account in the last minute. It searches the user's latest signals, which an index
 * orders.
 */
const TAKEN = `
select count(*)::int as taken from (
  select account_id, received_at_database from signals where user_id = $1 order by seq desc limit $3
) latest where account_id = $2 and received_at_database >= ${DATABASE_NOW_US} - ${WINDOW_MS * 1_000}`;

export interface RateLimitOptions {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly perMinute: number;
  /** How many nodes are alive. */
  readonly nodes: () => number;
}

export interface OverLimit {
  readonly perMinute: number;
  readonly retryAfterS: number;
  /** Whether it is this node's first in its minute: that one is stored. */
  readonly isFirst: boolean;
}

interface Window {
  readonly startedAtMs: number;
  taken: number;
  /** How many this node may accept. */
  share: number;
  hasRefused: boolean;
  /** The latest time to look up the remaining limit again, and whether the last look-up found it used up. */
  lookAtMs: number;
  isUsedUp: boolean;
  looking?: Promise<void> | undefined;
}

type LimitedAccount = Readonly<Record<"id" | "userId", string>>;

export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #windows = new Map<string, Window>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /**
   * Counts an alert for its account and its chat; if either has reached its limit for this minute, returns the excess.
   */
  async take(account: LimitedAccount, chatId?: string): Promise<OverLimit | undefined> {
    const { clock, perMinute, nodes } = this.#options;
    const now = clock.monotonicMs();
    const ofAccount = this.#windowOf(`account ${account.id}`, now);
    // A chat may belong to several users, so each node counts its own alerts for it.
    const windows = chatId === undefined ? [ofAccount] : [ofAccount, this.#windowOf(`chat ${chatId}`, now)];
    if (nodes() === 1) ofAccount.share = perMinute;
    else if (now >= ofAccount.lookAtMs || (ofAccount.taken >= ofAccount.share && !ofAccount.isUsedUp)) {
      await (ofAccount.looking ??= this.#look(ofAccount, account, now).finally(() => (ofAccount.looking = undefined)));
    }
    const full = windows.find(({ taken, share }) => taken >= share);
    if (!full) {
      for (const window of windows) window.taken += 1;
      return undefined;
    }
    const isFirst = !full.hasRefused;
    full.hasRefused = true;
    const retryAfterS = Math.ceil((full.startedAtMs + WINDOW_MS - now) / 1_000);
    return { perMinute, retryAfterS, isFirst };
  }

  /** Looks up what all nodes have left of the account's limit for this minute, and takes this node's share. */
  async #look(window: Window, { id, userId }: LimitedAccount, now: number): Promise<void> {
    const { db, perMinute, nodes } = this.#options;
    const [row] = await db.query<{ taken: number }>(TAKEN, [userId, id, perMinute * ACCOUNTS_LOOKED_THROUGH]);
    const left = Math.max(0, perMinute - (row?.taken ?? 0));
    window.share = window.taken + Math.min(left, Math.max(1, Math.floor(left / nodes())));
    window.isUsedUp = left === 0;
    window.lookAtMs = now + LOOK_AGAIN_MS;
  }

  #windowOf(name: string, now: number): Window {
    const known = this.#windows.get(name);
    if (known && now - known.startedAtMs < WINDOW_MS) return known;
    if (this.#windows.size >= MANY_WINDOWS) this.#forget(now);
    const share = this.#options.perMinute;
    const window = { startedAtMs: now, taken: 0, share, hasRefused: false, lookAtMs: 0, isUsedUp: false };
    this.#windows.set(name, window);
    return window;
  }

  #forget(now: number): void {
    for (const [name, { startedAtMs }] of this.#windows) if (now - startedAtMs >= WINDOW_MS) this.#windows.delete(name);
  }
}
