/** Reads an account again after it has traded, while somebody looks at it. */
import type { AccountDirectory } from "../accounts/index.ts";
import type { Clock } from "../platform/clock.ts";
import { type Bus, topic } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { HoldingsReader } from "./reader.ts";

/** What a user's account holds has been read again; carries the user's id. */
export const HOLDINGS_READ = topic<string>("holdings read");

/**
 * At some venues positions trail a fill, so they are read a second time. By then no node answers from a reading that is
 * older than the fill.
 */
const AGAIN_AFTER_MS = 3_500;

export interface RefreshParts {
  readonly reader: HoldingsReader;
  readonly accounts: Pick<AccountDirectory, "lookup">;
  readonly clock: Pick<Clock, "wait">;
  readonly bus: Pick<Bus, "publish">;
  readonly log: RetryLog;
  /** Ends the waits. */
  readonly stopping: AbortSignal;
}

/**
 * Returns the function to call when an account has traded: it reads the account at once and once more, however often it
 * is called meanwhile. An account that no page has shown lately isn't read. Never rejects.
 */
export function createRefresh(parts: RefreshParts): (accountId: string) => Promise<void> {
  const { reader, accounts, clock, bus, log, stopping } = parts;
  /** How often each account that is being refreshed has traded. */
  const trades = new Map<string, number>();

  async function readAgain(accountId: string): Promise<void> {
    const account = await accounts.lookup(accountId);
    if (!account) return;
    await reader.read(account, 0);
    bus.publish(HOLDINGS_READ, account.userId);
  }

  return async (accountId) => {
    if (!reader.isShown(accountId)) return;
    const before = trades.get(accountId);
    trades.set(accountId, (before ?? 0) + 1);
    if (before !== undefined) return;
    try {
      let seen: number | undefined;
      while (seen !== trades.get(accountId) && !stopping.aborted) {
        seen = trades.get(accountId);
        await readAgain(accountId);
        await clock.wait(AGAIN_AFTER_MS, stopping);
      }
      if (!stopping.aborted) await readAgain(accountId);
    } catch (error) {
      log.willRetry(error);
    } finally {
      trades.delete(accountId);
    }
  };
}
