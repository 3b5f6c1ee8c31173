/** What becomes of orders after their acceptance, and what an account holds (docs/venues/t-invest.md). */
import * as z from "zod";
import type { Cancellation, Execution, Executions, PlacedOrder, Reading, ReadingOptions } from "../execution.ts";
import { withoutSecrets } from "../http/secrets.ts";
import { unanswered } from "../not-sent.ts";
import type { Credentials } from "../venue.ts";
import { reasonIn } from "./error-table.ts";
import { createDayOrders, type DayOrders } from "./day-order.ts";
import { orderState, readOrderExecution, type KnownOrder, type OrderState } from "./execution-state.ts";
import { causeOf, DUPLICATE, verdictOf } from "./order-answer.ts";
import type { OrderContext } from "./placing.ts";
import { mapReading, read, turnFor } from "./read.ts";
import { readRefusal, type Refusal } from "./refusal.ts";
import { resetMs } from "./request-budgets.ts";
import { refusedAccounts } from "./rights.ts";
import type { Calendar } from "./trading-calendar.ts";

const ORDER_NOT_FOUND = 50005;
const CANCEL_ERROR = 30059;
/** Cancel order error: the reason is in words only. */
const NOTHING_LEFT = /исполнен|отмен[её]н|снят|(already|been) (executed|filled|cancel)|не найден|not found/i;

/**
 * GetOrders has 200 requests a minute for a user, and an address about 1,000 in all (docs/venues/t-invest.md, Limits):
 * every two seconds is 30 for an account, and all together use half of the address's.
 */
const FOLLOWING: Executions["following"] = { hasStream: true, readEveryMs: 2_000, cost: () => 1, costPerMinute: 500 };

/** Creates the calls that concern orders, and the stream; each may throw {NotSent} and {InstrumentError}. */
export function orderCalls(
  context: OrderContext,
  calendar: Calendar,
): Pick<Executions, "following" | "cancel" | "fills" | "working" | "events"> {
  const { environments } = context;
  const dayOrders = createDayOrders(context.instruments, calendar);
  return {
    following: FOLLOWING,
    cancel: (order, credentials, signal) => cancel(context, order, credentials, signal),
    fills: (order, credentials, signal) => fills({ ...context, dayOrders }, order, credentials, signal),
    working: (credentials, signal, _, options) => working(context, credentials, signal, options),
    events: (credentials, listener, signal) =>
      environments.streams.follow(credentials, listener, signal, {
        findRefused: (accounts, until) => refusedAccounts(environments, credentials, accounts, until),
        hasExpired: (order) => dayOrders.hasExpired(order, credentials),
      }),
  };
}

/** Our own key names the order: the exchange's number may not be known yet. */
function named({ clientOrderId }: PlacedOrder, { apiKey: accountId }: Credentials) {
  return { accountId, orderId: clientOrderId, orderIdType: "ORDER_ID_TYPE_REQUEST" } as const;
}

async function cancel(
  { environments }: OrderContext,
  order: PlacedOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Cancellation> {
  const asked = named(order, credentials);
  const reply = await environments.call("OrdersService/CancelOrder", asked, credentials, { signal });
  if (reply.kind !== "answer") {
    const outcome = unanswered(reply);
    return outcome.kind === "unknown" ? outcome : { kind: "throttled", reason: outcome.reason };
  }
  if (reply.status === 200) return { kind: "accepted" };
  const response = withoutSecrets(reply.text, [credentials.apiKey, credentials.secretKey]);
  const refusal = readRefusal(reply);
  if (refusal?.number === CANCEL_ERROR) {
    return NOTHING_LEFT.test(refusal.message)
      ? { kind: "over" }
      : { kind: "refused", reason: reasonIn(refusal.message), response };
  }
  const verdict = verdictOf(reply, refusal);
  if (verdict?.kind === "rejected") return { kind: "refused", reason: verdict.reason, response };
  // 50005 too: the order was accepted, so its report may be late.
  if (verdict?.kind !== "throttled") return { kind: "unknown", cause: causeOf(reply.status, refusal), response };
  const retryAfterMs = resetMs(reply.headers, environments.now());
  return { kind: "throttled", reason: verdict.reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Asks for prices as charts quote them; if the instrument can't be looked up, its trades may stay unread. */
async function fills(
  { environments, instruments, duplicates, dayOrders }: OrderContext & { readonly dayOrders: DayOrders },
  order: PlacedOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<Execution | null>> {
  const instrument = await instruments.get(order.message.ticker, credentials, signal).catch(() => undefined);
  const priceType = instrument && `PRICE_TYPE_${instrument.isQuotedInPoints ? "POINT" : "CURRENCY"}`;
  const body = { ...named(order, credentials), ...(priceType && { priceType }) };
  const refused = (refusal: Refusal): Reading<null> | undefined => {
    if (refusal.status !== "NOT_FOUND" || refusal.number !== ORDER_NOT_FOUND) return undefined;
    // T-Invest has called it a duplicate, so there is such an order.
    return duplicates.has(order, credentials)
      ? { kind: "unknown", cause: `error ${DUPLICATE}: known, and its report not found` }
      : { kind: "read", value: null, atMs: environments.now() };
  };
  const asked = { body, schema: orderState, refused };
  const reading = await read(environments, "OrdersService/GetOrderState", asked, credentials, signal, FOR_READING);
  const { timeInForce } = order.message;
  const neverRests = timeInForce === "immediateorcancel" || timeInForce === "fillorkill";
  const hasExpired =
    !neverRests &&
    reading.kind === "read" &&
    reading.value !== null &&
    (await dayOrders.hadExpired(reading.value, reading.saidAtMs, credentials));
  const known = { isInPoints: instrument !== undefined, endsByItself: neverRests || hasExpired };
  return mapReading(reading, (state) => state && ours(order, state, known), "order");
}

/** Look-ups of orders whose outcome is unknown go first: they spend the same budget. */
const FOR_READING = { kept: 0.3, isReading: true } as const;

function ours({ clientOrderId }: PlacedOrder, state: OrderState, known: KnownOrder): Execution | undefined {
  const execution = readOrderExecution(state, known);
  return execution?.clientOrderId === clientOrderId.toLowerCase() ? execution : undefined;
}

const activeOrders = z.object({ orders: z.array(orderState).default([]) });

/** Every order has a request id here: T-Invest makes one for an order that came without. */
async function working(
  { environments }: OrderContext,
  credentials: Credentials,
  signal: AbortSignal,
  options?: ReadingOptions,
): Promise<Reading<readonly Execution[]>> {
  const asked = { body: { accountId: credentials.apiKey }, schema: activeOrders };
  const reading = await read(environments, "OrdersService/GetOrders", asked, credentials, signal, turnFor(options));
  return mapReading(
    reading,
    ({ orders }) => orders.map((order) => readOrderExecution(order)).filter((order) => order !== undefined),
    "orders",
  );
}
