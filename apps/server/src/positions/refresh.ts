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
/** However often an account trades, it is read once in this time. */
const PACE_MS = 1_000;

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
 * Returns the function to call when an account has traded: it reads the account at once, and once more when it has
 * stopped trading. An account that no page has shown lately isn't read. Never rejects.
 */
export function createRefresh(parts: RefreshParts): (accountId: string) => Promise<void> {
  const { reader, accounts, clock, bus, log, stopping } = parts;
  /** By account that is being refreshed: aborts when it trades again. */
  const untilTrade = new Map<string, AbortController>();

  async function readAgain(accountId: string): Promise<void> {
    const account = await accounts.lookup(accountId);
    if (!account) return;
    await reader.read(account, 0);
    bus.publish(HOLDINGS_READ, account.userId);
  }

  return async (accountId) => {
    if (!reader.isShown(accountId)) return;
    const underWay = untilTrade.get(accountId);
    if (underWay) return underWay.abort();
    try {
      let hasTraded = true;
      while (hasTraded) {
        const traded = new AbortController();
        untilTrade.set(accountId, traded);
        await readAgain(accountId);
        await clock.wait(PACE_MS, stopping);
        await clock.wait(AGAIN_AFTER_MS - PACE_MS, AbortSignal.any([traded.signal, stopping]));
        hasTraded = traded.signal.aborted && !stopping.aborted;
      }
      if (!stopping.aborted) await readAgain(accountId);
    } catch (error) {
      log.willRetry(error);
    } finally {
      untilTrade.delete(accountId);
    }
  };
}
