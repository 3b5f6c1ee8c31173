/** What becomes of orders after their venues have accepted them: followed, stored, and cancelled at a user's request. */
import { isCancel, type Reason, type VenueName } from "@chartrelay/contract";
import { CALLS_TO_AN_ENVIRONMENT, type Credentials, type Fill, type Venues } from "@chartrelay/venues";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { FairLimiter } from "../../platform/fair-limiter.ts";
import { type Job, repeat } from "../../platform/jobs.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import { messageToSend, type QueuedOrder } from "../order.ts";
import { type AskToCancel, type Cancel, createAskToCancel, createCancel } from "./cancel.ts";
import { type CancelWorking, createCancelWorking } from "./cancel-working.ts";
import { JUST_ACCEPTED } from "./execution.ts";
import { keyToFollow, type SentKey } from "./keys.ts";
import { Reconciler } from "./reconciler.ts";
import { type AcceptedOrder, createExecutionStore } from "./store.ts";

export type { AskToCancel, Cancel } from "./cancel.ts";
export { type Cancellations, createCancellations } from "./cancellations.ts";
export { type CancelWorking, isSameTicker } from "./cancel-working.ts";
export { type AcceptedOrder, BY_EXECUTION } from "./store.ts";

/** An order accepted longer ago than this is not looked for, if nobody has followed it: few work for longer. */
const ADOPT_WITHIN_MS = 7 * 86_400_000;
/** After that, only what a node of an older release may have stored meanwhile. */
const ADOPT_LATER_WITHIN_MS = 600_000;
const ADOPT_INTERVAL_MS = 60_000;

export interface ExecutionsOptions {
  readonly database: Pick<Database, "outbox">;
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "credentialsOf" | "lookup">;
  readonly clock: Clock;
  readonly log: RetryLog;
  /** Called when an order's execution has changed and is committed, with the fills that are new. */
  readonly onStored: (order: AcceptedOrder, fills: readonly Fill[]) => void;
  /** Called when a stream tells of an order of ours that isn't followed: its outcome may be unknown. */
  readonly onUnfollowed: (id: string) => void;
  /** Called when a venue's answer to a cancellation is committed. */
  readonly onCancelAnswered: (order: {
    readonly id: string;
    readonly userId: string;
    readonly accountId: string;
  }) => void;
}

export interface OrderExecutions {
  readonly reconciler: Reconciler;
  readonly cancel: Cancel;
  /** The same for those who don't answer over HTTP. */
  readonly askToCancel: AskToCancel;
  /** What a cancelling message does when its turn comes. */
  readonly cancelWorking: CancelWorking;
  /** Has the reconcilers of all nodes follow what nobody follows yet. For the leader. */
  readonly adoption: Job;
  /** Follows an order whose queue has just ended it, if its venue accepted it. */
  follow(order: QueuedOrder): void;
  /** Follows the stream of an order's account for a while, which may tell what became of the order. */
  listenFor(order: QueuedOrder): void;
}

/**
 * Creates what follows accepted orders. It shares neither connections to the storage nor limits with the account queues.
 */
export function createExecutions(options: ExecutionsOptions): OrderExecutions {
  const { database, venues, accounts, clock, log, onCancelAnswered } = options;
  const store = createExecutionStore(database.outbox);
  const findKey = (key: SentKey): Promise<Credentials | Reason> => keyToFollow(accounts, key, log);
  const limiter = new FairLimiter(CALLS_TO_AN_ENVIRONMENT.executions);
  const reconciler = new Reconciler({ ...options, store, findKey, limiter });
  const followed = (Object.keys(venues) as VenueName[]).filter((name) => venues[name].executions);
  const db = database.outbox;
  const askToCancel = createAskToCancel({ db, venues, findKey, clock, onAnswered: onCancelAnswered });
  return {
    reconciler,
    cancel: createCancel(askToCancel),
    askToCancel,
    cancelWorking: createCancelWorking({ db, venues, askToCancel, clock, log }),
    adoption: {
      run: (ended) => {
        let withinMs = ADOPT_WITHIN_MS;
        const adopt = async () => {
          await store.adopt(clock.nowMs() - withinMs, followed);
          withinMs = ADOPT_LATER_WITHIN_MS;
        };
        return repeat(adopt, ADOPT_INTERVAL_MS, { clock, log }, ended);
      },
    },
    listenFor({ accountId, userId, partition, venue, isDemo, state: { keyVersion } }) {
      if (keyVersion !== null) reconciler.listen({ accountId, userId, partition, venue, isDemo, keyVersion });
    },
    follow(order) {
      const { id, userId, accountId, venue, isDemo, partition, state } = order;
      const { end, keyVersion } = state;
      const message = messageToSend(order);
      if (end?.kind !== "accepted" || keyVersion === null || isCancel(message) || !venues[venue].executions) return;
      reconciler.follow({ id, userId, accountId, venue, isDemo, partition, keyVersion, message, known: JUST_ACCEPTED });
    },
  };
}
