/**
 * Rate limit: alerts per minute for one account and for one chat. With several nodes, each node takes a share of what is
 * left of both limits, counted from what all nodes have stored. It looks up the counts again when its share is used up,
 * or after a second. If several nodes get alerts within that second, they may together accept a few more than the limit.
 */
import type { Clock } from "../platform/clock.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isStorageFailure } from "../platform/db/failure.ts";
import { GroupCommit } from "../platform/db/group-commit.ts";

const WINDOW_MS = 60_000;
/** Expired windows are dropped once there are this many windows. */
const MANY_WINDOWS = 10_000;

/** How long a node relies on its last count of what all nodes accepted. */
const LOOK_AGAIN_MS = 1_000;

const IN_THE_LAST_MINUTE = `>= ${DATABASE_NOW_US} - ${WINDOW_MS * 1_000}`;
const taken = (latest: string) =>
  `(select count(*) from (${latest} order by seq desc limit $3) latest where received_at_database ${IN_THE_LAST_MINUTE})::int`;
/**
 * What all nodes accepted in the last minute, up to the limit $3, for each of the accounts $1 and its chat in $2, which may
 * be null. Indexes order the latest rows of both.
 */
const TAKEN = `
select ${taken("select received_at_database from signals where signals.account_id = asked.account_id")} as "ofAccount",
  ${taken("select received_at_database from alerts where alerts.chat_id = asked.chat_id")} as "ofChat"
from unnest($1::text[], $2::text[]) with ordinality as asked(account_id, chat_id, place) order by place`;

export interface RateLimitOptions {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly perMinute: number;
  /** How many nodes are alive. */
  readonly nodes: () => number;
}

export interface Excess {
  /** What has reached its limit: names the account or the chat. */
  readonly limited: string;
  readonly retryAfterS: number;
}

/** Whose alerts are counted. */
interface Asked {
  readonly accountId: string;
  readonly chatId: string | undefined;
}

/** What all nodes accepted in the last minute. */
interface Taken {
  readonly ofAccount: number;
  readonly ofChat: number;
}

interface Window {
  /** Names the account or the chat. */
  readonly name: string;
  readonly startedAtMs: number;
  taken: number;
  /** How many this node may accept. */
  share: number;
  /** The latest time to look up the remaining limit again, and whether the last look-up found it used up. */
  lookAtMs: number;
  isUsedUp: boolean;
}

/** The windows of an alert: its account's and, if it goes to a chat, the chat's. */
interface Windows {
  readonly account: Window;
  readonly chat: Window | undefined;
}

export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #windows = new Map<string, Window>();
  /** Look-ups in flight, by account and chat. */
  readonly #looking = new Map<string, Promise<void>>();
  /** Counts what is asked for meanwhile in one query: with several nodes, nearly every alert asks. */
  readonly #counts: GroupCommit<Asked, Taken>;

  constructor(options: RateLimitOptions) {
    this.#options = options;
    const { db, perMinute } = options;
    this.#counts = new GroupCommit({
      isOutage: isStorageFailure,
      write: (asked) => {
        const chats = asked.map(({ chatId }) => chatId ?? null);
        return db.query<Taken>(TAKEN, [asked.map(({ accountId }) => accountId), chats, perMinute]);
      },
    });
  }

  /**
   * Counts an alert for its account and its chat; if either has reached its limit for this minute, returns the excess.
   * @throws storage errors.
   */
  async take(accountId: string, chatId?: string): Promise<Excess | undefined> {
    const { clock, perMinute, nodes } = this.#options;
    const now = clock.monotonicMs();
    const ofAccount = this.#windowOf(`account ${accountId}`, now);
    const ofChat = chatId === undefined ? undefined : this.#windowOf(`chat ${chatId}`, now);
    const windows = ofChat ? [ofAccount, ofChat] : [ofAccount];
    if (nodes() === 1) for (const window of windows) window.share = perMinute;
    else if (windows.some((window) => isUnsure(window, now))) {
      const name = windows.map((window) => window.name).join(" ");
      let looking = this.#looking.get(name);
      if (!looking) {
        looking = this.#look({ account: ofAccount, chat: ofChat }, { accountId, chatId }, now);
        looking = looking.finally(() => this.#looking.delete(name));
        this.#looking.set(name, looking);
      }
      await looking;
    }
    const full = windows.find(({ taken, share }) => taken >= share);
    if (full) return { limited: full.name, retryAfterS: Math.ceil((full.startedAtMs + WINDOW_MS - now) / 1_000) };
    for (const window of windows) window.taken += 1;
    return undefined;
  }

  /** Looks up what all nodes have left of the limits for this minute, and takes this node's share. */
  async #look(windows: Windows, asked: Asked, now: number): Promise<void> {
    const { perMinute, nodes } = this.#options;
    const { ofAccount, ofChat } = await this.#counts.add(asked);
    const share = (window: Window, taken: number) => {
      const left = Math.max(0, perMinute - taken);
      window.share = window.taken + Math.min(left, Math.max(1, Math.floor(left / nodes())));
      window.isUsedUp = left === 0;
      window.lookAtMs = now + LOOK_AGAIN_MS;
    };
    share(windows.account, ofAccount);
    if (windows.chat) share(windows.chat, ofChat);
  }

  #windowOf(name: string, now: number): Window {
    const known = this.#windows.get(name);
    if (known && now - known.startedAtMs < WINDOW_MS) return known;
    if (this.#windows.size >= MANY_WINDOWS) this.#forget(now);
    const share = this.#options.perMinute;
    const window = { name, startedAtMs: now, taken: 0, share, lookAtMs: 0, isUsedUp: false };
    this.#windows.set(name, window);
    return window;
  }

  #forget(now: number): void {
    for (const [name, { startedAtMs }] of this.#windows) if (now - startedAtMs >= WINDOW_MS) this.#windows.delete(name);
  }
}

/** Returns whether a node among several has to look up what is left before it accepts an alert. */
function isUnsure({ taken, share, lookAtMs, isUsedUp }: Window, now: number): boolean {
  return now >= lookAtMs || (taken >= share && !isUsedUp);
}
