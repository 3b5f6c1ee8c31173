/** Placing and cancelling orders: `/commandapi/warptrans/TRADE/v2/client/orders…`. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import type { Environment, Ledger } from "../ledger.ts";
import type { Serve } from "../party-server.ts";
import type { AccessTokens } from "./jwt.ts";
import { portfolioOf, readJson, REQUEST_TYPES, type RequestType } from "./order-body.ts";
import type { Market } from "../market/terms.ts";
import type { CatalogueInstrument } from "../russian-catalogue.ts";
import { isTrading } from "../russian-market.ts";
import { alorMarketName } from "./listings.ts";
import type { OrderBook, PlacedOrder } from "./order-book.ts";
import { readOrder } from "./order-request.ts";
import type { Portfolios } from "./portfolios.ts";
import {
  CLEARING,
  exchangeRefused,
  FORBIDDEN,
  NO_MONEY,
  refused,
  UNAUTHORIZED,
  UNLISTED,
  UNREADABLE,
} from "./refusals.ts";

/** What placing an order uses. */
export interface OrderEntry {
  readonly environment: Environment;
  readonly tokens: AccessTokens;
  readonly portfolios: Portfolios;
  readonly book: OrderBook;
  readonly market: Market;
  readonly ledger: Ledger;
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
      return cancel(
        orderEntry.book,
        orderEntry.book.get(request.params.orderId, query.data.stop),
        query.data.portfolio,
      );
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
  const { book, market } = orderEntry;
  const receivedAtUs = Math.round(market.nowMs() * 1000);
  const lastPrice = (instrument: CatalogueInstrument) => Number(market.price(alorMarketName(instrument)));
  const isOpen = (instrument: CatalogueInstrument) => isTrading(instrument, market);
  const order = readOrder(type, json, portfolio, { nowMs: receivedAtUs / 1000, lastPrice, isOpen });
  if ("status" in order) return order;
  if (!book.isCovered(order)) return NO_MONEY;
  const isRejected = faults.some(({ kind }) => kind === "exchange-rejects");
  const placed = book.place(order, isRejected);
  if (!isRejected) record(orderEntry, placed, requestId, receivedAtUs);
  return { status: 200, body: { message: "success", orderNumber: placed.number } };
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

function cancel(book: OrderBook, placed: PlacedOrder | undefined, portfolio: string): Answer {
  if (placed?.order.account !== portfolio || !book.cancel(placed))
    return exchangeRefused("Order to cancel not found", "OrderToCancelNotFound (404)");
  return { status: 200, body: "success" };
}
