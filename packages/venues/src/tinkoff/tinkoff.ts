/**
 * T-Invest: market and limit orders over its REST gateway, and what becomes of them over its stream and by reading
 * (docs/venues/t-invest.md).
 */
import { toVenue } from "../adapter.ts";
import type { Venue } from "../venue.ts";
import { createEnvironments, type TinkoffOptions } from "./environment.ts";
import { orderCalls } from "./executions.ts";
import { holdingCalls } from "./holdings.ts";
import { createInstruments } from "./instruments.ts";
import { createDuplicates, findOrder, placeOrder, prepareOrder } from "./placing.ts";
import { createPrices } from "./price.ts";
import { createTradingRights, rightsOf } from "./rights.ts";
import { tradeTermsCalls } from "./terms-of-trade.ts";
import { createCalendar } from "./trading-calendar.ts";

/**
 * T-Invest promises that an order_id places at most one order, and in the same breath that it can't guarantee to keep
 * it (faq_orders.md); look-ups may deny an order that appears later (docs/venues/t-invest.md, Unknown outcome and
 * Idempotency). Neither alone is enough, so a resend, always under the same order_id, also waits for denials.
 *
 * How long a request may be in flight before it takes effect isn't documented, so we allow it as long as we would wait
 * for its answer. If one takes longer, and five denials after that are wrong, the order_id still protects us.
 */
const SETTLES_WITHIN_MS = 10_000;

/**
 * Creates the adapter. It keeps instruments, spent budgets and the orders called duplicates in memory, and nothing
 * elsewhere; one adapter serves all accounts. Before the send, every failure is rejected or throttled; from the send
 * on, everything that its error table doesn't name is unknown.
 * @throws when `caFile` isn't a file of certificates.
 */
export function createTinkoff(options: TinkoffOptions): Venue {
  const environments = createEnvironments(options);
  const instruments = createInstruments(environments);
  const context = { environments, instruments, duplicates: createDuplicates() };
  const calendar = createCalendar(environments);
  const price = createPrices(environments, instruments);
  const demandRights = createTradingRights(environments);
  return toVenue("T-Invest", {
    oddQuantity: "refused",
    triesOrders: false,
    resend: { by: "confirmed-absence", settlesWithinMs: SETTLES_WITHIN_MS },
    place: (order, credentials, signal) => placeOrder(context, order, credentials, signal),
    async preview(order, credentials, signal) {
      const { instrument } = await prepareOrder(context, order, credentials, signal);
      await demandRights(credentials, signal);
      return instrument;
    },
    find: (order, credentials, signal) => findOrder(context, order, credentials, signal),
    check: (credentials, signal) => rightsOf(environments, credentials, signal),
    instrument: (ticker, credentials, signal) => instruments.get(ticker, credentials, signal),
    price,
    executions: {
      ...orderCalls(context, calendar),
      ...holdingCalls(environments, instruments),
      ...tradeTermsCalls(environments, instruments, calendar, price),
      async contracts(ticker, credentials, signal) {
        const value = await instruments.contracts(ticker, credentials, signal);
        return { kind: "read", value, atMs: environments.now() };
      },
    },
    close: () => environments.close(),
  });
}
