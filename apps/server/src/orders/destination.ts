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
import type { Cancellations, CancelWorking } from "./executions/index.ts";
import { closesOnly, type LinkedStrategy, type StrategyDirectory } from "../strategies/index.ts";
import { environmentOf, messageToSend, type QueuedOrder } from "./order.ts";
import type { Planner } from "./planning/planner.ts";
import type { Admission, Admitted, Planned } from "./state.ts";

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
  permit(order: QueuedOrder): Promise<SendableAdmission>;
  /** Does the same, and works out what an order with an instruction trades, unless it has been attempted. */
  admit(order: QueuedOrder): Promise<SendableAdmission>;
  /** Looks up the outcome of an earlier send, with the key that it was sent with. */
  find(order: QueuedOrder, signal: AbortSignal): Promise<Found>;
}

export interface DestinationOptions {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "lookup" | "credentialsOf">;
  readonly strategies: Pick<StrategyDirectory, "lookup">;
  readonly planner: Planner;
  readonly cancelWorking: CancelWorking;
  /** With which newer orders of a strategy have older ones cancelled that rest. */
  readonly cancellations: Cancellations;
  readonly clock: Pick<Clock, "nowMs">;
  readonly log: RetryLog;
}

/** After this, an exit no longer waits for an order to be cancelled, and an entry is refused. */
const LONGEST_CANCELLATION_MS = 10_000;

/** Creates the destination of orders. It fails closed: if the key can't be read, nothing is sent. */
export function createDestination(options: DestinationOptions): Destination {
  const { venues, accounts, strategies, planner, cancelWorking, cancellations, clock, log } = options;

  /** Returns the account and key to send an order with, or why it may not be sent. */
  const permit = async (order: QueuedOrder): Promise<Permit | Rejected> => {
    const { accountId, isDemo, message, state, strategyId, stopId } = order;
    const account = await accounts.lookup(accountId);
    const sendable = { isDemo, keyVersion: state.keyVersion, strategyId, stopId, isCancel: isCancel(message) };
    const reason = refusalToSend(sendable, account, clock.nowMs());
    if (reason !== null || !account) return refused(reason ?? "ACCOUNT_DELETED");
    const strategy = typeof strategyId === "string" ? await strategies.lookup(strategyId) : undefined;
    const refusal = refusalOfStrategy(order, strategy);
    if (refusal !== null) return refused(refusal);
    const key = await keyToSend(accounts, account, log);
    return typeof key === "string" ? refused(key) : { kind: "permitted", account, key, strategy };
  };

  const admitted = (order: QueuedOrder, { account, key }: Permit, planned?: Planned): SendableAdmission => {
    const { keyVersion, allowMargin, onUnknownOutcome } = account;
    const isUrgent = typeof order.stopId === "string";
    const message = messageToSend(planned ? { ...order, state: { ...order.state, planned } } : order);
    if (isCancel(message)) {
      // An order of unknown outcome may turn out to work: it has to be cancelled, too.
      return {
        kind: "admitted",
        keyVersion,
        mayOvertake: false,
        send: () => cancelWorking({ ...order, message }, key),
      };
    }
    return {
      kind: "admitted",
      keyVersion,
      mayOvertake: onUnknownOutcome === "goOn",
      ...(planned && { planned }),
      send: (signal) =>
        venues[order.venue].place({ ...toVenueOrder(order.id, message, allowMargin), isUrgent }, key, signal),
    };
  };

  const isStuck = (id: string) => cancellations.askedForMs(id) >= LONGEST_CANCELLATION_MS;

  const admit = async (order: QueuedOrder): Promise<SendableAdmission> => {
    const permitted = await permit(order);
    if (permitted.kind === "rejected") return permitted;
    const { instruction, message, state } = order;
    // What has been attempted is repeated as it was, and a stop has decided what closes a position.
    const isDecided = state.attempt > 0 || typeof order.stopId === "string";
    if (!instruction || isCancel(message) || isDecided) return admitted(order, permitted);
    const { account, key, strategy } = permitted;
    const outcome = await planner(
      { ...order, instruction, message },
      { account, key, limits: strategy?.limits ?? null, isStuck },
    );
    if (outcome.kind === "mustWait") for (const id of outcome.cancels ?? []) cancellations.cancel(account.userId, id);
    return outcome.kind === "place" ? admitted(order, permitted, outcome.planned) : outcome;
  };

  /** Retries until the order expires while the storage doesn't answer. */
  const orLater = async (decide: () => Promise<SendableAdmission>): Promise<SendableAdmission> => {
    try {
      return await decide();
    } catch (error) {
      log.willRetry(error);
      return { kind: "throttled", reason: "EXPIRED", response: null };
    }
  };

  return {
    // Cancellations have limits of their own at the venue, and take no order's place.
    group: (order) => (isCancel(order.message) ? `${environmentOf(order)} cancellations` : environmentOf(order)),
    party: ({ userId }) => userId,
    permit: (order) =>
      orLater(async () => {
        const permitted = await permit(order);
        return permitted.kind === "rejected" ? permitted : admitted(order, permitted);
      }),
    admit: (order) => orLater(() => admit(order)),
    async find(order, signal) {
      const { id, venue, accountId, userId } = order;
      const message = messageToSend(order);
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

/** An account that an order may be sent to now. */
interface Permit {
  readonly kind: "permitted";
  readonly account: LinkedAccount;
  readonly key: Credentials;
  /** Undefined for an order of an account alone. */
  readonly strategy: LinkedStrategy | undefined;
}

/**
 * Returns why an order of a strategy may no longer be sent, or null if it may. A strategy that doesn't trade takes no new
 * alert; an exit that was accepted before, and what its trader decides by hand, still closes what it holds.
 */
function refusalOfStrategy(
  { strategyId, stopId, instruction, message }: Pick<QueuedOrder, "strategyId" | "stopId" | "instruction" | "message">,
  strategy: LinkedStrategy | undefined,
): Reason | null {
  const closes = instruction ? closesOnly(instruction) : false;
  const passes = typeof stopId === "string" || isCancel(message) || closes;
  if (typeof strategyId !== "string" || passes) return null;
  if (!strategy) return "STRATEGY_DELETED";
  if (strategy.state === "on") return null;
  return strategy.state === "paused" ? "STRATEGY_PAUSED" : "STRATEGY_STOPPED";
}

/** Returns an order as its venue gets it. */
export function toVenueOrder(clientOrderId: string, message: OrderMessage, allowMargin: boolean): VenueOrder {
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
