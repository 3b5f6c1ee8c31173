/** Orders: from TradingView's alert to the venue's answer. */
import type { Venues } from "@chartrelay/venues";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { Concurrency } from "../../relay/concurrency.ts";
import type { Settlement } from "../../relay/delivery.ts";
import type { Probe } from "../../relay/probe.ts";
import type { RightOfWay } from "../../relay/right-of-way.ts";
import { Relay } from "../../relay/relay.ts";
import { AnswerLog } from "./answers.ts";
import { createOrderDestination, type DestinationOptions } from "./destination.ts";
import { createOrderJournal } from "./journal.ts";
import type { OrderDelivery } from "./row.ts";

export { createIntake } from "./intake.ts";
export { observeOrder } from "./observe.ts";
export { orderRoutes } from "./routes.ts";
export { createValidator } from "./validate.ts";
export { validateRoute } from "./validate-route.ts";
export type { OrderDelivery } from "./row.ts";

/** The channel on which nodes tell each other of committed orders. */
export const ORDERS_CHANNEL = "orders_committed";

/** Calls to one venue at a time: enough to keep 2,000 lanes moving, few enough to be a fair guest. A user has a quarter. */
const CALLS_TO_A_VENUE = { perGroup: 64, perParty: 16 };

export interface OrderRelayOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly probe: Probe;
  readonly maxAgeMs: number;
  readonly rightOfWay: RightOfWay;
  /** This node's name among the nodes. */
  readonly node: () => number;
  readonly venues: Venues;
  readonly accounts: DestinationOptions["accounts"];
  readonly onSettled: (delivery: OrderDelivery, settlement: Settlement) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** The relay of orders, and the record of which alerts were answered. */
export function createOrderRelay(options: OrderRelayOptions): { relay: Relay<OrderDelivery>; answers: AnswerLog } {
  const { database, clock, onTrouble } = options;
  const relay = new Relay<OrderDelivery>({
    ...options,
    journal: createOrderJournal(database.journal, options.maxAgeMs),
    destination: createOrderDestination(options),
    concurrency: new Concurrency(CALLS_TO_A_VENUE),
  });
  return {
    relay,
    answers: new AnswerLog({
      db: database.journal,
      clock,
      node: options.node,
      isAlone: database.kind === "pglite",
      onTrouble,
    }),
  };
}
