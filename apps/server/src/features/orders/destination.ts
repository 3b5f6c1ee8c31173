/** The relay's destination for orders: the account's venue, with the account's key. */
import type { Reason, Rejected } from "@chartrelay/contract";
import type { VenueOrder, Venues } from "@chartrelay/venues";
import type { Clock } from "../../platform/clock.ts";
import type { Admitted, Destination } from "../../relay/delivery.ts";
import { SecretUnreadable } from "../../platform/security/secret-box.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import { keyToSend, refusalToSend } from "./admission.ts";
import type { OrderDelivery } from "./row.ts";

export interface DestinationOptions {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "lookup" | "credentialsOf">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly onTrouble: (error: unknown) => void;
}

/** Makes the destination of orders. Nothing is sent when the key can't be read: fail closed. */
export function createOrderDestination({
  venues,
  accounts,
  clock,
  onTrouble,
}: DestinationOptions): Destination<OrderDelivery> {
  const admit = async (delivery: OrderDelivery): Promise<Admitted | Rejected> => {
    const { venue, lane: accountId } = delivery;
    const account = await accounts.lookup(accountId);
    const reason = refusalToSend(delivery, account, clock.nowMs());
    if (reason !== null || !account) return refused(reason ?? "ACCOUNT_DELETED");
    const { keyVersion, allowMargin, onUnknownOutcome } = account;
    const credentials = await keyToSend(accounts, account, onTrouble);
    if (typeof credentials === "string") return refused(credentials);
    return {
      kind: "admitted",
      pin: keyVersion,
      mayOvertake: onUnknownOutcome === "goOn",
      send: (signal) => venues[venue].place(toVenueOrder(delivery, allowMargin), credentials, signal),
    };
  };
  return {
    // The environments have hosts of their own: a stalled demo must not delay live orders.
    group: ({ venue, isDemo }) => `${venue} ${isDemo ? "demo" : "live"}`,
    party: ({ userId }) => userId,
    resend: ({ venue }) => venues[venue].resend,
    async admit(delivery) {
      try {
        return await admit(delivery);
      } catch (error) {
        onTrouble(error);
        // The storage didn't answer: it may, while the order is fresh.
        return { kind: "throttled", reason: "EXPIRED", response: null };
      }
    },
    async find(delivery, signal) {
      const { venue, lane: accountId, userId, pin: keyVersion } = delivery;
      try {
        const credentials =
          keyVersion === null ? undefined : await accounts.credentialsOf({ accountId, userId, keyVersion });
        // Without the key that it was sent with nobody can be asked: only time ends this.
        if (!credentials) return { kind: "unclear", cause: "the key is gone", isKeyGone: true };
        return await venues[venue].find(toVenueOrder(delivery, false), credentials, signal);
      } catch (error) {
        onTrouble(error);
        return { kind: "unclear", cause: error instanceof SecretUnreadable ? "the key can't be read" : "no storage" };
      }
    },
  };
}

function toVenueOrder({ id, message }: OrderDelivery, allowMargin: boolean): VenueOrder {
  return { clientOrderId: id, message, allowMargin };
}

function refused(reason: Reason): Rejected {
  return { kind: "rejected", reason, response: null };
}
