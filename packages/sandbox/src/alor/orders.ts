/** Placing and cancelling orders: `/commandapi/warptrans/TRADE/v2/client/orders…`. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import type { Environment, Ledger } from "../ledger.ts";
import type { Serve } from "../party-server.ts";
import type { AccessTokens } from "./jwt.ts";
import { portfolioOf, readJson, REQUEST_TYPES, type RequestType } from "./order-body.ts";
import type { OrderBook, OrderStatus, PlacedOrder } from "./order-book.ts";
import { isConditional, readOrder, type OrderRequest } from "./order-request.ts";
import type { Portfolios } from "./portfolios.ts";
import { CLEARING, exchangeRefused, FORBIDDEN, refused, UNAUTHORIZED, UNLISTED, UNREADABLE } from "./refusals.ts";

/** What placing an order uses. */
export interface OrderEntry {
  readonly environment: Environment;
  readonly tokens: AccessTokens;
  readonly portfolios: Portfolios;
  readonly book: OrderBook;
  readonly ledger: Ledger;
  readonly now: () => number;
}

const ORDERS = "/commandapi/warptrans/TRADE/v2/client/orders";

/** Adds a route for each order type, and one to cancel an order. */
export function orderRoutes(app: FastifyInstance, serve: Serve, orderEntry: OrderEntry): void {
  for (const type of REQUEST_TYPES) {
    app.post(`${ORDERS}/actions/${type}`, (request, reply) => {
      const json = request.headers["content-type"]?.startsWith("application/json") ? readJson(request.text) : undefined;
      const account = portfolioOf(json);
      const requestId = request.headers["x-reqid"];
      const perform = (faults: readonly PartyFault[]): Answer => {
        const rights = orderEntry.tokens.rights(request, faults);
        if (!rights) return UNAUTHORIZED;
        if (typeof requestId !== "string" || requestId === "") return refused("Header X-REQID is required");
        if (account === undefined) return UNREADABLE;
        if (!rights.portfolios.has(account) || !rights.scope.has("OrdersCreate")) return FORBIDDEN;
        const first = orderEntry.book.answerTo(requestId);
        if (first) return faults.some(({ kind }) => kind === "repeat-as-copy") ? first : alreadyHandled(first);
        const clearing = faults.find((fault) => fault.kind === "clearing");
        if (clearing && !clearing.remembered) return CLEARING;
        if (clearing) return orderEntry.book.remember(requestId, CLEARING);
        const unlisted = faults.find((fault) => fault.kind === "unlisted-refusal");
        if (unlisted && !unlisted.executed) return orderEntry.book.remember(requestId, UNLISTED);
        const placed = place(orderEntry, type, json, requestId, faults);
        return orderEntry.book.remember(requestId, unlisted ? UNLISTED : placed);
      };
      return serve(request, reply, { operation: "order", account, perform });
    });
  }

  app.delete<{ Params: { orderId: string } }>(`${ORDERS}/:orderId`, (request, reply) => {
    const query = cancelQuery.safeParse(request.query);
    const perform = (faults: readonly PartyFault[]): Answer => {
      const rights = orderEntry.tokens.rights(request, faults);
      if (!rights) return UNAUTHORIZED;
      if (!query.success) return refused(`Invalid value of ${query.error.issues[0]?.path.join(".")}`);
      if (!rights.portfolios.has(query.data.portfolio) || !rights.scope.has("OrdersCreate")) return FORBIDDEN;
      return cancel(orderEntry.book.get(request.params.orderId, query.data.stop), query.data.portfolio);
    };
    return serve(request, reply, { operation: "cancel", account: query.data?.portfolio, perform });
  });
}

/** Returns a 400 that means "use the old answer": docs/venues/alor.md, Repeating a request. */
function alreadyHandled({ status, body }: Answer): Answer {
  const message = "Request with such X-ALOR-REQID was already handled. We return the response to that request.";
  return { status: 400, body: { message, oldResponse: { statusCode: status, body } } };
}

function place(
  orderEntry: OrderEntry,
  type: RequestType,
  json: unknown,
  requestId: string,
  faults: readonly PartyFault[],
): Answer {
  const portfolio = orderEntry.portfolios.get(portfolioOf(json) ?? "");
  if (!portfolio) return FORBIDDEN;
  const receivedAtUs = Math.round(orderEntry.now() * 1000);
  const order = readOrder(type, json, portfolio, receivedAtUs / 1000);
  if ("status" in order) return order;
  const rejected = faults.some(({ kind }) => kind === "exchange-rejects");
  const placed = rejected
    ? orderEntry.book.place(order, receivedAtUs / 1000, "rejected")
    : enter(orderEntry.book, order, receivedAtUs / 1000);
  if (!rejected) record(orderEntry, placed, requestId, receivedAtUs);
  return { status: 200, body: { message: "success", orderNumber: placed.number } };
}

/**
 * Puts an order into the book. A conditional order whose condition already holds is triggered at once: it becomes an
 * ordinary order with a number of its own and the same comment.
 */
function enter(book: OrderBook, order: OrderRequest, placedAtMs: number): PlacedOrder {
  if (!isConditional(order)) return book.place(order, placedAtMs, statusOf(order));
  if (!isTriggered(order)) return book.place(order, placedAtMs, "working");
  const type = order.type === "stop" ? "market" : "limit";
  const became = enter(book, { ...order, type, triggerPrice: null }, placedAtMs);
  return book.place(order, placedAtMs, "filled", became);
}

/**
 * Returns whether the market is on the trigger's side; an order that isn't activated waits whatever the market does.
 */
function isTriggered({ body, triggerPrice, instrument: { price } }: OrderRequest): boolean {
  const trigger = Number(triggerPrice);
  switch (body.activate ? body.condition : undefined) {
    case "More":
      return price > trigger;
    case "MoreOrEqual":
      return price >= trigger;
    case "Less":
      return price < trigger;
    case "LessOrEqual":
      return price <= trigger;
    case undefined:
      return false;
  }
}

/**
 * Returns an order's first status. A market order fills at once, as does a limit order whose price reaches the market;
 * other orders work, or end by their time in force.
 */
function statusOf({ body, price, instrument }: OrderRequest): OrderStatus {
  const reaches =
    price === null || (body.side === "buy" ? Number(price) >= instrument.price : Number(price) <= instrument.price);
  if (reaches) return body.timeInForce === "bookorcancel" ? "canceled" : "filled";
  return body.timeInForce === "immediateorcancel" || body.timeInForce === "fillorkill" ? "canceled" : "working";
}

const LEDGER_TYPES = { market: "MARKET", limit: "LIMIT", stop: "STOP", stopLimit: "STOP_LIMIT" } as const;

function record(
  { environment, ledger }: OrderEntry,
  { number, request }: PlacedOrder,
  requestId: string,
  receivedAtUs: number,
): void {
  const { body, price, triggerPrice, instrument, type } = request;
  ledger.record({
    venue: "ALOR_BROKER",
    account: body.user.portfolio,
    clientOrderId: body.comment ?? null,
    instrument: instrument.symbol,
    side: body.side === "buy" ? "BUY" : "SELL",
    quantity: String(body.quantity),
    price,
    receivedAt: new Date(receivedAtUs / 1000).toISOString(),
    receivedAtUs,
    environment,
    type: LEDGER_TYPES[type],
    venueOrderId: number,
    requestId,
    exchange: instrument.exchange,
    board: body.instrument.instrumentGroup,
    timeInForce: body.timeInForce,
    ...(triggerPrice !== null && body.condition && { trigger: { condition: body.condition, price: triggerPrice } }),
  });
}

// Alor's description allows only MOEX here (docs/venues/alor.md, Contradictions 8); we accept SPBX too.
const cancelQuery = z.object({ portfolio: z.string(), exchange: z.enum(["MOEX", "SPBX"]), stop: z.stringbool() });

function cancel(order: PlacedOrder | undefined, portfolio: string): Answer {
  if (order?.request.body.user.portfolio !== portfolio || order.status !== "working") {
    return exchangeRefused("Order to cancel not found", "OrderToCancelNotFound (404)");
  }
  order.status = "canceled";
  return { status: 200, body: "success" };
}
