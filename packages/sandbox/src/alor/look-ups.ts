/** Orders as the API lists them: `/md/v2/Clients/{exchange}/{portfolio}/…`, in the Simple format. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import { HiddenOrders } from "../hidden-orders.ts";
import type { Serve } from "../party-server.ts";
import type { AccessTokens } from "./jwt.ts";
import { isSimple } from "./market-data.ts";
import type { OrderBook, PlacedOrder } from "./order-book.ts";
import { FORBIDDEN, notFound, NOT_SIMULATED, OFF_TICK_AT_TRIGGER, UNAUTHORIZED } from "./refusals.ts";

interface Path {
  readonly exchange: string;
  readonly portfolio: string;
}

/** Adds the look-ups of a portfolio's orders: conditional orders have a separate list. */
export function lookUpRoutes(app: FastifyInstance, serve: Serve, tokens: AccessTokens, book: OrderBook): void {
  const hidden = new HiddenOrders();
  const isListed = (order: PlacedOrder, faults: readonly PartyFault[]) =>
    !hasMoved(order, faults) && !hidden.hides(order, faults);
  const lookUp = (
    path: string,
    find: (request: FastifyRequest, path: Path, faults: readonly PartyFault[]) => Answer,
  ) => {
    app.get<{ Params: Path }>(`/md/v2/Clients/:exchange/:portfolio/${path}`, (request, reply) => {
      const { portfolio } = request.params;
      const perform = (faults: readonly PartyFault[]): Answer => {
        const rights = tokens.rights(request, faults);
        if (!rights) return UNAUTHORIZED;
        if (!rights.portfolios.has(portfolio) || !rights.scope.has("OrdersRead")) return FORBIDDEN;
        if (!isSimple(request.query)) return NOT_SIMULATED;
        return find(request, request.params, faults);
      };
      return serve(request, reply, { operation: "find", account: portfolio, perform });
    });
  };

  for (const { path, conditional, write } of LISTS) {
    lookUp(path, (_request, { exchange, portfolio }, faults) => {
      const orders = book.of(portfolio, conditional).filter((order) => order.request.instrument.exchange === exchange);
      return { status: 200, body: orders.filter((order) => isListed(order, faults)).map(write) };
    });

    lookUp(`${path}/:orderId`, (request, { exchange, portfolio }, faults) => {
      const { orderId } = request.params as { orderId: string };
      const order = book.get(orderId, conditional);
      const owned = order?.request.body.user.portfolio === portfolio && order.request.instrument.exchange === exchange;
      return owned && isListed(order, faults) ? { status: 200, body: write(order) } : notFound("Order was not found");
    });
  }
}

const LISTS = [
  { path: "orders", conditional: false, write: simple },
  { path: "stoporders", conditional: true, write: simpleStop },
] as const;

function hasMoved({ became }: PlacedOrder, faults: readonly PartyFault[]): boolean {
  return became !== undefined && faults.some(({ kind }) => kind === "triggered-stop-moves");
}

/** Returns the fields that both lists have. */
function common({ request, placedAtMs, status }: PlacedOrder) {
  const { body, price, instrument } = request;
  const units = body.quantity * instrument.lotSize;
  const at = alorTime(placedAtMs);
  return {
    symbol: instrument.symbol,
    board: body.instrument.instrumentGroup,
    brokerSymbol: `${instrument.exchange}:${instrument.symbol}`,
    portfolio: body.user.portfolio,
    exchange: instrument.exchange,
    comment: body.comment ?? "",
    side: body.side,
    status,
    transTime: at,
    updateTime: at,
    qtyUnits: units,
    qtyBatch: body.quantity,
    qty: body.quantity,
    price: Number(price ?? 0),
    existing: true,
    timeInForce: body.timeInForce,
    iceberg: iceberg(body),
    volume: price === null ? null : Number((Number(price) * units).toFixed(6)),
  };
}

function filled(lots: number, { lotSize }: PlacedOrder["request"]["instrument"]) {
  return { filledQtyUnits: lots * lotSize, filledQtyBatch: lots, filled: lots };
}

function simple(order: PlacedOrder): object {
  const { number, request, placedAtMs, status } = order;
  return {
    id: number,
    type: request.type,
    ...common(order),
    ...filled(status === "filled" ? request.body.quantity : 0, request.instrument),
    endTime: endOfDay(placedAtMs),
  };
}

/**
 * Its id is a number, as in the description's example; an ordinary order's id is a string: docs/venues/alor.md,
 * Contradictions 6.
 */
function simpleStop(order: PlacedOrder): object {
  const { number, request, placedAtMs, status, became } = order;
  const { body, type, triggerPrice, instrument } = request;
  return {
    id: Number(number),
    exchangeOrderId: became?.number ?? null,
    type: type.toLowerCase(),
    condition: body.condition,
    stopPrice: Number(triggerPrice),
    ...common(order),
    ...filled(became?.status === "filled" ? body.quantity : 0, instrument),
    avg_price: 0,
    endTime: body.stopEndUnixTime ? alorTime(body.stopEndUnixTime * 1000) : endOfDay(placedAtMs),
    error: status === "rejected" ? OFF_TICK_AT_TRIGGER : null,
    ...(body.protectingSeconds !== undefined && { protectingSeconds: body.protectingSeconds }),
  };
}

function iceberg({ quantity, icebergFixed, icebergVariance }: PlacedOrder["request"]["body"]): object | null {
  if (icebergFixed === undefined) return null;
  const visible = Math.min(icebergFixed, quantity);
  return {
    creationFixedQuantity: icebergFixed,
    creationVarianceQuantity: icebergVariance ?? 0,
    visibleQuantityBatch: visible,
  };
}

function endOfDay(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 10)}T23:59:59.9990000Z`;
}

/** Writes a time with seven digits after the second, as Alor does. */
function alorTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "0000Z");
}
