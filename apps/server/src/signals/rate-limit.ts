/**
 * Rate limit: how many alerts a minute are taken for one account, and for one chat. Where there are several nodes, each takes for an account
 * a part of what is left by what all of them have stored, and looks again when it has used that up, or a second later. Together
 * they may take a few more than the limit, when alerts come to several of them within that second.
 */
import type { Clock } from "../platform/clock.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";

const WINDOW_MS = 60_000;
/** Windows that have passed are forgotten once there are so many. */
const MANY_WINDOWS = 10_000;
/** As many accounts as a user may well be flooding at once. */
const ACCOUNTS_LOOKED_THROUGH = 10;

/** How long a node goes by what it saw of the others. */
const LOOK_AGAIN_MS = 1_000;

/** What all nodes have taken for an account within the last minute: among the user's latest signals, which an index has in order. */
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
  /** The first within its minute at this node: the one that is stored. */
  readonly isFirst: boolean;
}

interface Window {
  readonly startedAtMs: number;
  taken: number;
  /** How many may be taken here. */
  share: number;
  isTold: boolean;
  /** When what is left is looked up again at the latest; and whether anything was left the last time. */
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

  /** Counts an alert for its account and its chat, unless one of them has had its minute's worth: then says so. */
  async take(account: LimitedAccount, chatId?: string): Promise<OverLimit | undefined> {
    const { clock, perMinute, nodes } = this.#options;
    const now = clock.monotonicMs();
    const ofAccount = this.#windowOf(`account ${account.id}`, now);
    // A chat may belong to several users: each node counts what it takes for it.
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
    const isFirst = !full.isTold;
    full.isTold = true;
    const retryAfterS = Math.ceil((full.startedAtMs + WINDOW_MS - now) / 1_000);
    return { perMinute, retryAfterS, isFirst };
  }

  /** Sees what all nodes have left of the account's minute, and takes this node's part of it. */
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
    const window = { startedAtMs: now, taken: 0, share, isTold: false, lookAtMs: 0, isUsedUp: false };
    this.#windows.set(name, window);
    return window;
  }

  #forget(now: number): void {
    for (const [name, { startedAtMs }] of this.#windows) if (now - startedAtMs >= WINDOW_MS) this.#windows.delete(name);
  }
}
