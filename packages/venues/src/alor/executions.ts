/** Alor's executions: what becomes of orders after their acceptance, and what accounts hold. */
import * as z from "zod";
import type { Execution, Executions, Reading, SoughtOrder } from "../execution.ts";
import type { Credentials } from "../venue.ts";
import { createCancel } from "./cancel.ts";
import type { Environments } from "./environment.ts";
import { createHoldings } from "./holdings.ts";
import type { AlorInstruments } from "./instruments.ts";
import { createOrderReader } from "./order-reader.ts";
import { isConditional } from "./order-request.ts";
import type { createPrices } from "./price.ts";
import { ask, portfolioPath, toReading } from "./reading.ts";
import { clientOrderIdIn, orderRow, stopRow, toExecution, type OrderRow, type OwnOrder } from "./rows.ts";
import { followAccount } from "./stream.ts";

/** Alor names no limits, but calls thousands of requests at once unfair: docs/venues/alor.md, Following. */
const FOLLOWING: Executions["following"] = {
  hasStream: true,
  readEveryMs: 2_000,
  // A request for orders, and one for stops if there is something to find.
  cost: (sought) => (hasStops(sought) ? 2 : 1),
  costPerMinute: 3_000,
};

/** `closing`: ends all streams. */
export function createExecutions(
  environments: Environments,
  instruments: AlorInstruments,
  price: ReturnType<typeof createPrices>,
  closing: AbortSignal,
): Executions {
  const reader = createOrderReader(environments);
  return {
    following: FOLLOWING,
    cancel: createCancel(environments, reader),
    fills: (order, credentials, signal) => reader.fills(order, credentials, signal),
    working: (credentials, signal, sought) => workingOrders(environments, credentials, signal, sought),
    ...createHoldings(environments, instruments, price),
    async contracts(ticker, credentials, signal) {
      const value = await instruments.contracts(ticker, credentials, signal);
      return { kind: "read", value, atMs: environments.now() };
    },
    events(credentials, listener, signal) {
      void followAccount(environments, credentials, listener, AbortSignal.any([signal, closing]));
    },
  };
}

/**
 * Reads the account's working orders in Moscow. Stops first: an order that fires in between is then in both lists, not in
 * neither; and they tell whose the orders are that came of them.
 */
async function workingOrders(
  environments: Environments,
  credentials: Credentials,
  signal: AbortSignal,
  sought?: readonly SoughtOrder[],
): Promise<Reading<readonly Execution[]>> {
  const path = portfolioPath(credentials, "MOEX");
  const read = <Schema extends z.ZodType>(list: string, schema: Schema) =>
    ask(environments, { path: `${path}/${list}?format=Simple` }, z.array(schema), credentials, signal);
  const stops = hasStops(sought) ? await read("stoporders", stopRow) : NO_STOPS;
  if (stops.kind !== "read") return toReading(stops, environments.now(), () => []);
  const orders = await read("orders", orderRow);

  const parents = new Map<string, OwnOrder>();
  for (const stop of stops.value) {
    const own = ownOrder(stop);
    if (own && stop.exchangeOrderId) parents.set(stop.exchangeOrderId, own);
  }
  return toReading(orders, environments.now(), (rows) => {
    const found = new Map<string, Execution>();
    for (const row of [...stops.value, ...rows]) {
      const own = parents.get(row.id) ?? ownOrder(row);
      // The later row is the one at the exchange.
      if (own && row.status === "working") found.set(own.clientOrderId, toExecution(own, row, []));
    }
    return [...found.values()];
  });
}

/** Whether there may be conditional orders among what is sought; without `sought`, there may. */
const hasStops = (sought?: readonly SoughtOrder[]) => sought?.some(({ type }) => isConditional(type)) ?? true;
const NO_STOPS = { kind: "read", value: [] } as const;

function ownOrder(row: OrderRow): OwnOrder | undefined {
  const clientOrderId = clientOrderIdIn(row);
  return clientOrderId === undefined ? undefined : { clientOrderId, venueOrderId: row.id };
}
