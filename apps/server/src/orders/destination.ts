/** Where orders go: the account's venue, with the account's key. */
import type { Found, Outcome, Reason, Rejected } from "@chartrelay/contract";
import type { VenueOrder, Venues } from "@chartrelay/venues";
import type { AccountDirectory } from "../accounts/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { SecretUnreadable } from "../platform/security/secret-box.ts";
import { keyToSend, refusalToSend } from "./admission.ts";
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
