/** The relay's destination for orders: the account's venue, with the account's key. */
import type { Reason, Rejected, Throttled } from "@chartrelay/contract";
import type { Credentials, Venue, VenueOrder, Venues } from "@chartrelay/venues";
import type { Clock } from "../../platform/clock.ts";
import type { Destination } from "../../relay/delivery.ts";
import { SecretUnreadable } from "../../platform/security/secret-box.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import type { OrderDelivery } from "./row.ts";

export interface DestinationOptions {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "lookup" | "credentials">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly onTrouble: (error: unknown) => void;
}

interface Route {
  readonly venue: Venue;
  readonly order: VenueOrder;
  readonly credentials: Credentials;
  readonly keyRefusal: Reason | null;
  readonly proUntil: Date | null;
}

/** Makes the destination of orders. Nothing is sent when the key can't be read: fail closed. */
export function createOrderDestination({
  venues,
  accounts,
  clock,
  onTrouble,
}: DestinationOptions): Destination<OrderDelivery> {
  const routeOf = async ({
    venue: name,
    lane: accountId,
    id,
    message,
  }: OrderDelivery): Promise<Route | Rejected | Throttled> => {
    const venue = venues[name];
    try {
      const key = await accounts.credentials(accountId);
      if (!key) return refused((await accounts.lookup(accountId)) ? "CREDENTIALS_MISSING" : "ACCOUNT_DELETED");
      const { allowMargin, keyRefusal, proUntil, ...credentials } = key;
      return { venue, credentials, keyRefusal, proUntil, order: { clientOrderId: id, message, allowMargin } };
    } catch (error) {
      onTrouble(error);
      if (error instanceof SecretUnreadable) return refused("CREDENTIALS_UNREADABLE");
      // The storage didn't answer: it may, while the order is fresh.
      return { kind: "throttled", reason: "EXPIRED", response: null, isUnsent: true };
    }
  };
  return {
    // The circuits have hosts of their own: a stalled demo must not delay live orders.
    group: ({ venue, isDemo }) => `${venue} ${isDemo ? "demo" : "live"}`,
    party: ({ userId }) => userId,
    resend: ({ venue }) => venues[venue].resend,
    place: async (delivery, signal) => {
      const route = await routeOf(delivery);
      if ("kind" in route) return route;
      // Of all that a check may find, the rest is the venue's to say, and may have changed since.
      if (route.keyRefusal === "KEY_MAY_WITHDRAW") return refused("KEY_MAY_WITHDRAW");
      if (!route.credentials.isDemo && !isAfter(route.proUntil, clock.nowMs())) return refused("LIVE_NEEDS_PRO");
      return await route.venue.place(route.order, route.credentials, signal);
    },
    find: async (delivery, signal) => {
      const route = await routeOf(delivery);
      // Without a key nobody can be asked: only time ends this.
      return "kind" in route
        ? { kind: "unclear", cause: route.reason }
        : await route.venue.find(route.order, route.credentials, signal);
    },
  };
}

function isAfter(moment: Date | null, nowMs: number): boolean {
  return moment !== null && moment.getTime() > nowMs;
}

function refused(reason: Reason): Rejected {
  return { kind: "rejected", reason, response: null, isUnsent: true };
}
