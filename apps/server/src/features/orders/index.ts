/** Orders: from TradingView's alert to the venue's answer. */
import { CALLS_TO_AN_ENVIRONMENT, type Venues } from "@chartrelay/venues";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { Concurrency } from "../../relay/concurrency.ts";
import type { Settlement } from "../../relay/delivery.ts";
import type { Failpoint } from "../../relay/failpoint.ts";
import type { IntakePriority } from "../../relay/intake-priority.ts";
import { Relay } from "../../relay/relay.ts";
import { announced } from "./announced.ts";
import { createOrderDestination, type DestinationOptions } from "./destination.ts";
import { createOrderJournal } from "./journal.ts";
import type { OrderDelivery } from "./row.ts";

export { findUseOfKey } from "./accept-sql.ts";
export { explainProblems } from "./explain.ts";
export { createIntake } from "./intake.ts";
export { listOrdersById } from "./list.ts";
export { orderListRoutes } from "./list-routes.ts";
export { observeOrder } from "./observe.ts";
export { orderRoutes } from "./routes.ts";
export { createOrderTests } from "./test-order.ts";
export { testOrderRoute } from "./test-route.ts";
export { createValidator } from "./validate.ts";
export { validateRoute } from "./validate-route.ts";
export type { OrderDelivery } from "./row.ts";

/** The channel on which nodes tell each other of committed orders. */
export const ORDERS_CHANNEL = "orders_committed";

export interface OrderRelayOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** This node's name among the nodes. */
  readonly node: () => number;
  readonly failpoint: Failpoint;
  readonly maxAgeMs: number;
  readonly intakePriority: IntakePriority;
  readonly venues: Venues;
  readonly accounts: DestinationOptions["accounts"];
  /** An order's row changed, and is committed. */
  readonly onChanged: (order: OrderDelivery) => void;
  readonly onSettled: (delivery: OrderDelivery, settlement: Settlement) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** The relay of orders. */
export function createOrderRelay(options: OrderRelayOptions): Relay<OrderDelivery> {
  return new Relay<OrderDelivery>({
    ...options,
    journal: announced(createOrderJournal({ ...options, db: options.database.journal }), options.onChanged),
    destination: createOrderDestination(options),
    turns: new Concurrency(CALLS_TO_AN_ENVIRONMENT.orders),
  });
}
