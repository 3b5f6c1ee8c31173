/** The relay's destination for orders: the account's venue, with the account's key. */
import type { Rejected, Throttled, VenueName } from "@chartrelay/contract";
import type { Credentials, Venue, VenueOrder } from "@chartrelay/venues";
import type { Destination } from "../../relay/delivery.ts";
import type { AccountCredentials } from "../accounts/index.ts";
import type { OrderDelivery } from "./row.ts";

export interface DestinationOptions {
  readonly venues: Readonly<Partial<Record<VenueName, Venue>>>;
  /** The account's opened key. Rejects when the storage doesn't answer. */
  readonly credentialsOf: (accountId: string) => Promise<AccountCredentials>;
  readonly onTrouble: (error: unknown) => void;
}

interface Route {
  readonly venue: Venue;
  readonly order: VenueOrder;
  readonly credentials: Credentials;
}

/** Makes the destination of orders. Nothing is sent when the key can't be read: fail closed. */
export function createOrderDestination({ venues, credentialsOf, onTrouble }: DestinationOptions): Destination<OrderDelivery> {
  const routeOf = async (delivery: OrderDelivery): Promise<Route | Rejected | Throttled> => {
    const venue = venues[delivery.venue];
    if (!venue) return { kind: "rejected", reason: "VENUE_NOT_SUPPORTED", response: null };
    let account: AccountCredentials;
    try {
      account = await credentialsOf(delivery.lane);
    } catch (error) {
      onTrouble(error);
      return { kind: "throttled", reason: "EXPIRED", response: null };
    }
    if (account.kind === "none") return { kind: "rejected", reason: account.reason, response: null };
    const { credentials, allowMargin } = account;
    return { venue, credentials, order: { clientOrderId: delivery.id, message: delivery.message, allowMargin } };
  };
  return {
    // The circuits have hosts of their own: a stalled demo must not delay live orders.
    group: ({ venue, isDemo }) => `${venue} ${isDemo ? "demo" : "live"}`,
    resend: ({ venue }) => venues[venue]?.resend ?? "after-absence",
    place: async (delivery, signal) => {
      const route = await routeOf(delivery);
      return "kind" in route ? route : await route.venue.place(route.order, route.credentials, signal);
    },
    find: async (delivery, signal) => {
      const route = await routeOf(delivery);
      // Without a key nobody can be asked: only time ends this.
      return "kind" in route ? { kind: "unclear", cause: route.reason } : await route.venue.find(route.order, route.credentials, signal);
    },
  };
}
