/** Alor: orders of all four types over its HTTP API (docs/venues/alor.md). */
import { toVenue } from "../adapter.ts";
import type { Credentials, Rights, Venue } from "../venue.ts";
import { createEnvironments, type AlorOptions, type Environments } from "./environment.ts";
import { createExecutions } from "./executions.ts";
import { createInstruments } from "./instruments.ts";
import { findOrder } from "./look-up.ts";
import { placeOrder, prepareOrder } from "./placing.ts";
import { createPrices } from "./price.ts";
import { may, opens } from "./token.ts";

/**
 * Creates the adapter. It keeps access tokens and instruments in memory, and nothing elsewhere; one adapter serves all
 * accounts. Before the send, every failure is rejected or throttled; from the send on, everything that Alor's error
 * table doesn't name is unknown.
 */
export function createAlor(options: AlorOptions): Venue {
  const environments = createEnvironments(options);
  const instruments = createInstruments(environments);
  const price = createPrices(environments, instruments);
  const closing = new AbortController();
  return toVenue("Alor", {
    oddQuantity: "refused",
    triesOrders: false,
    resend: { by: "same-id" },
    place: (order, credentials, signal) => placeOrder(environments, instruments, order, credentials, signal),
    preview: async (order, credentials, signal) =>
      (await prepareOrder(environments, instruments, order, credentials, signal)).instrument,
    find: (order, credentials, signal) => findOrder(environments, order, credentials, signal),
    check: (credentials, signal) => rightsOf(environments, credentials, signal),
    instrument: (ticker, credentials, signal) => instruments.get(ticker, credentials, signal),
    price,
    executions: createExecutions(environments, instruments, price, closing.signal),
    close() {
      closing.abort();
      return environments.close();
    },
  });
}

async function rightsOf(environments: Environments, credentials: Credentials, signal: AbortSignal): Promise<Rights> {
  const token = await environments.tokens.renew(credentials, signal);
  if (!token.portfolios) return { kind: "unclear", cause: "the token lists no portfolios" };
  if (!opens(token, credentials.apiKey)) return { kind: "refused", reason: "NO_RIGHTS" };
  const [maySeeOrders, mayTrade] = [may(token, "OrdersRead"), may(token, "OrdersCreate")];
  return { kind: "granted", maySeeOrders, mayTrade, mayWithdraw: false };
}
