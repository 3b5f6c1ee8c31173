/** The strategies of a seed, which post its alerts. */
import { setTimeout as delay } from "node:timers/promises";
import type { PlannedAlert } from "./plan.ts";
import { postAlert, type Attempt, type Proxy, type SentAlert } from "./tradingview.ts";

/** A strategy fires on bars, not in a tight loop while connections are refused. */
const PAUSE_AFTER_FAILURE_MS = 60;

export interface Load {
  /** Every alert posted so far. */
  readonly alerts: readonly SentAlert[];
  /** 2xx answers so far. */
  readonly answers: () => number;
  /** Settles once every alert has been attempted once. */
  readonly posted: Promise<void>;
  /** Settles once all resends are done too. */
  readonly done: Promise<void>;
}

/**
 * Starts posting the alerts of a seed: each account's one after another, without waiting for resends. `accounts` holds the account
 * ids by number; `bodyOf` writes an alert's message.
 */
export function startLoad(
  proxy: Proxy,
  queues: readonly (readonly PlannedAlert[])[],
  accounts: readonly string[],
  bodyOf: (id: string, alert: PlannedAlert) => string,
  resendAfterMs: number,
): Load {
  const alerts: SentAlert[] = [];
  const resending: Promise<void>[] = [];
  let answers = 0;
  const count = ({ status }: Attempt) => {
    if (status >= 200 && status < 300) answers += 1;
    return status;
  };

  const postQueue = async (queue: readonly PlannedAlert[]): Promise<void> => {
    for (const planned of queue) {
      const { account, lots, pauseMs } = planned;
      if (pauseMs > 0) await delay(pauseMs);
      const id = accounts[account] ?? "";
      const body = bodyOf(id, planned);
      const { alert, first, done } = postAlert(proxy, { account: id, lots, body }, resendAfterMs);
      alerts.push(alert);
      resending.push(done);
      if (count(await first) >= 500) await delay(PAUSE_AFTER_FAILURE_MS);
    }
  };

  const posted = Promise.all(queues.map(postQueue)).then(() => undefined);
  const done = posted.then(() => Promise.all(resending)).then(() => undefined);
  return { alerts, answers: () => answers, posted, done };
}
