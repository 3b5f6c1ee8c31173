/** The destination of orders: the account's venue, called with the account's key. */
import {
  type Found,
  isCancel,
  type OrderMessage,
  type Outcome,
  type Reason,
  type Rejected,
} from "@chartrelay/contract";
import type { Credentials, VenueOrder, Venues } from "@chartrelay/venues";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { SecretUnreadable } from "../platform/security/secret-box.ts";
import type { CancelWorking } from "./executions/index.ts";
import { environmentOf, type QueuedOrder } from "./order.ts";
import type { Admission, Admitted } from "./state.ts";

/** An admission; if admitted, with the function that sends the order. */
export type SendableAdmission =
  | Exclude<Admission, Admitted>
  | (Admitted & { readonly send: (signal: AbortSignal) => Promise<Outcome> });

/** Its calls never reject: they return failures as answers. */
export interface Destination {
  /** Orders of one group (an environment of a venue) share a limit of concurrent calls. */
  group(order: QueuedOrder): string;
  /** Orders of one party (a user) share a part of that limit. */
  party(order: QueuedOrder): string;
  /** Decides whether an order may be sent now. An order with a key version is sent with that key or not at all. */
  admit(order: QueuedOrder): Promise<SendableAdmission>;
  /** Looks up the outcome of an earlier send, with the key that it was sent with. */
  find(order: QueuedOrder, signal: AbortSignal): Promise<Found>;
}

export interface DestinationOptions {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "lookup" | "credentialsOf">;
  readonly cancelWorking: CancelWorking;
  readonly clock: Pick<Clock, "nowMs">;
  readonly log: RetryLog;
}

/** Creates the destination of orders. It fails closed: if the key can't be read, nothing is sent. */
export function createDestination({ venues, accounts, cancelWorking, clock, log }: DestinationOptions): Destination {
  const admit = async (order: QueuedOrder): Promise<SendableAdmission> => {
    const { venue, accountId, isDemo, message, state, strategyId, stopId } = order;
    const account = await accounts.lookup(accountId);
    const sendable = { isDemo, keyVersion: state.keyVersion, strategyId, stopId, isCancel: isCancel(message) };
    const reason = refusalToSend(sendable, account, clock.nowMs());
    if (reason !== null || !account) return refused(reason ?? "ACCOUNT_DELETED");
    const { keyVersion, allowMargin, onUnknownOutcome } = account;
    const credentials = await keyToSend(accounts, account, log);
    if (typeof credentials === "string") return refused(credentials);
    if (isCancel(message)) {
      // An order of unknown outcome may turn out to work: it has to be cancelled, too.
      return {
        kind: "admitted",
        keyVersion,
        mayOvertake: false,
        send: () => cancelWorking({ ...order, message }, credentials),
      };
    }
    return {
      kind: "admitted",
      keyVersion,
      mayOvertake: onUnknownOutcome === "goOn",
      send: (signal) => venues[venue].place(toVenueOrder(order.id, message, allowMargin), credentials, signal),
    };
  };
  return {
    // Cancellations have limits of their own at the venue, and take no order's place.
    group: (order) => (isCancel(order.message) ? `${environmentOf(order)} cancellations` : environmentOf(order)),
    party: ({ userId }) => userId,
    async admit(order) {
      try {
        return await admit(order);
      } catch (error) {
        log.willRetry(error);
        // The storage didn't answer. Retry until the order expires.
        return { kind: "throttled", reason: "EXPIRED", response: null };
      }
    },
    async find(order, signal) {
      const { id, venue, accountId, userId, message } = order;
      const { keyVersion } = order.state;
      // Nobody needs to know whether the interrupted try arrived.
      if (isCancel(message)) return { kind: "absent" };
      try {
        const credentials =
          keyVersion === null ? undefined : await accounts.credentialsOf({ accountId, userId, keyVersion });
        // Without the key of the send, no look-up is possible: the order stays unresolved until it times out.
        if (!credentials) return { kind: "unclear", cause: "the key is gone", isKeyGone: true };
        return await venues[venue].find(toVenueOrder(id, message, false), credentials, signal);
      } catch (error) {
        log.willRetry(error);
        return { kind: "unclear", cause: error instanceof SecretUnreadable ? "the key can't be read" : "no storage" };
      }
    },
  };
}

function toVenueOrder(clientOrderId: string, message: OrderMessage, allowMargin: boolean): VenueOrder {
  return { clientOrderId, message, allowMargin };
}

function refused(reason: Reason): Rejected {
  return { kind: "rejected", reason, response: null };
}

/** What the decision whether an order may be sent needs to know of it. */
interface Sendable {
  readonly isDemo: boolean;
  /** The version of the key that it may have been sent with. */
  readonly keyVersion: number | null;
  readonly strategyId?: string | null | undefined;
  /** The pull of the kill switch that made it. */
  readonly stopId?: string | null | undefined;
  readonly isCancel?: boolean;
}

/** Whether the kill switch holds back an account's orders, or those of one of its strategies. */
function isStopped(
  { isStopped: isAll, stoppedStrategies }: Pick<LinkedAccount, "isStopped" | "stoppedStrategies">,
  strategyId: string | null | undefined,
): boolean {
  return isAll || (typeof strategyId === "string" && stoppedStrategies.includes(strategyId));
}

/**
 * Returns why an order may no longer be sent, or null if it may. `account` is its current state, undefined if deleted.
 * - An order accepted for one environment is never sent to the other.
 * - An order that may have been sent with one key (`keyVersion`) is never sent with another: the other key's venue
 *   account wouldn't recognise it.
 * - A stop holds back everything that it covers but cancellations and its own orders, which close what is held: those
 *   pass a pause, too, and need no PRO.
 */
export function refusalToSend(
  { isDemo, keyVersion, strategyId, stopId, isCancel: cancels }: Sendable,
  account: LinkedAccount | undefined,
  nowMs: number,
): Reason | null {
  if (!account) return "ACCOUNT_DELETED";
  if (account.isDemo !== isDemo) return isDemo ? "ACCEPTED_FOR_DEMO" : "ACCEPTED_FOR_LIVE";
  const isOfStop = typeof stopId === "string";
  if (!isOfStop && !cancels && isStopped(account, strategyId)) return "STOPPED";
  if (!isOfStop && account.isPaused) return "ACCOUNT_PAUSED";
  if (keyVersion !== null && keyVersion !== account.keyVersion) return "KEY_REPLACED";
  // The venue itself enforces all other findings of a key check, and they may have changed since.
  if (account.keyRefusal === "KEY_MAY_WITHDRAW") return "KEY_MAY_WITHDRAW";
  if (!isOfStop && !account.isDemo && !isAfter(account.proUntil, nowMs)) return "LIVE_NEEDS_PRO";
  return null;
}

/**
 * Returns the key to send an account's orders with now, or why none can be sent.
 * @throws storage errors.
 */
export async function keyToSend(
  accounts: Pick<AccountDirectory, "credentialsOf">,
  { id: accountId, userId, keyVersion }: Pick<LinkedAccount, "id" | "userId" | "keyVersion">,
  log: RetryLog,
): Promise<Credentials | Reason> {
  try {
    return (await accounts.credentialsOf({ accountId, userId, keyVersion })) ?? "CREDENTIALS_MISSING";
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    log.willRetry(error);
    return "CREDENTIALS_UNREADABLE";
  }
}

function isAfter(moment: Date | null, nowMs: number): boolean {
  return moment !== null && moment.getTime() > nowMs;
}
