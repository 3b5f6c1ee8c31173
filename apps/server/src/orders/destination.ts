/** Where orders go: the account's venue, with the account's key. */
import type { Found, Outcome, Reason, Rejected } from "@chartrelay/contract";
import type { Credentials, VenueOrder, Venues } from "@chartrelay/venues";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { SecretUnreadable } from "../platform/security/secret-box.ts";
import type { QueuedOrder } from "./order.ts";
import type { Admission, Admitted } from "./state.ts";

/** An admission, with the send that it allows. */
export type SendableAdmission =
  | Exclude<Admission, Admitted>
  | (Admitted & { readonly send: (signal: AbortSignal) => Promise<Outcome> });

/** Its calls never reject: what goes wrong is an answer. */
export interface Destination {
  /** Orders of one group share a limit of concurrent calls: an environment of a venue. */
  group(order: QueuedOrder): string;
  /** Those of one party share a part of it: a user. */
  party(order: QueuedOrder): string;
  /** Whether an order may be sent now. One that has a key version is sent with that or not at all. */
  admit(order: QueuedOrder): Promise<SendableAdmission>;
  /** Looks up what became of an earlier send, with the key that it was sent with. */
  find(order: QueuedOrder, signal: AbortSignal): Promise<Found>;
}

export interface DestinationOptions {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "lookup" | "credentialsOf">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly log: RetryLog;
}

/** Makes the destination of orders. Nothing is sent when the key can't be read: it fails closed. */
export function createDestination({ venues, accounts, clock, log }: DestinationOptions): Destination {
  const admit = async (order: QueuedOrder): Promise<SendableAdmission> => {
    const { venue, accountId, isDemo, state } = order;
    const account = await accounts.lookup(accountId);
    const reason = refusalToSend({ isDemo, keyVersion: state.keyVersion }, account, clock.nowMs());
    if (reason !== null || !account) return refused(reason ?? "ACCOUNT_DELETED");
    const { keyVersion, allowMargin, onUnknownOutcome } = account;
    const credentials = await keyToSend(accounts, account, log);
    if (typeof credentials === "string") return refused(credentials);
    return {
      kind: "admitted",
      keyVersion,
      mayOvertake: onUnknownOutcome === "goOn",
      send: (signal) => venues[venue].place(toVenueOrder(order, allowMargin), credentials, signal),
    };
  };
  return {
    // The environments have hosts of their own: a stalled demo must not delay live orders.
    group: ({ venue, isDemo }) => `${venue} ${isDemo ? "demo" : "live"}`,
    party: ({ userId }) => userId,
    async admit(order) {
      try {
        return await admit(order);
      } catch (error) {
        log.willRetry(error);
        // The storage didn't answer: it may, while the order is fresh.
        return { kind: "throttled", reason: "EXPIRED", response: null };
      }
    },
    async find(order, signal) {
      const { venue, accountId, userId } = order;
      const { keyVersion } = order.state;
      try {
        const credentials =
          keyVersion === null ? undefined : await accounts.credentialsOf({ accountId, userId, keyVersion });
        // Without the key that it was sent with nobody can be asked: only time ends this.
        if (!credentials) return { kind: "unclear", cause: "the key is gone", isKeyGone: true };
        return await venues[venue].find(toVenueOrder(order, false), credentials, signal);
      } catch (error) {
        log.willRetry(error);
        return { kind: "unclear", cause: error instanceof SecretUnreadable ? "the key can't be read" : "no storage" };
      }
    },
  };
}

function toVenueOrder({ id, message }: QueuedOrder, allowMargin: boolean): VenueOrder {
  return { clientOrderId: id, message, allowMargin };
}

function refused(reason: Reason): Rejected {
  return { kind: "rejected", reason, response: null };
}

/**
 * Why an order isn't sent any more; null when it may be. `account` is as it stands now, undefined when it is gone.
 * - What was accepted for one environment is never sent to the other.
 * - What may have been sent with one key (`keyVersion`) is never sent with another: the other one's venue account wouldn't
 *   recognise it.
 */
export function refusalToSend(
  { isDemo, keyVersion }: { readonly isDemo: boolean; readonly keyVersion: number | null },
  account: LinkedAccount | undefined,
  nowMs: number,
): Reason | null {
  if (!account) return "ACCOUNT_DELETED";
  if (account.isDemo !== isDemo) return isDemo ? "ACCEPTED_FOR_DEMO" : "ACCEPTED_FOR_LIVE";
  if (account.isPaused) return "ACCOUNT_PAUSED";
  if (keyVersion !== null && keyVersion !== account.keyVersion) return "KEY_REPLACED";
  // Of all that a check of the key may find, the rest is the venue's to say, and may have changed since.
  if (account.keyRefusal === "KEY_MAY_WITHDRAW") return "KEY_MAY_WITHDRAW";
  if (!account.isDemo && !isAfter(account.proUntil, nowMs)) return "LIVE_NEEDS_PRO";
  return null;
}

/**
 * The key that an account's orders are sent with now, or why none can be sent.
 * @throws whatever the storage throws.
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
