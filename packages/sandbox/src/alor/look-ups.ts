/** Orders as the API lists them: `/md/v2/Clients/{exchange}/{portfolio}/…`, the Simple format. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Answer } from "../fault-delivery.ts";
import type { Fault, PartyFault } from "../faults.ts";
import type { Serve } from "../party-server.ts";
import type { AccessTokens } from "./jwt.ts";
import { isSimple } from "./market-data.ts";
import type { OrderBook, PlacedOrder } from "./order-book.ts";
import { FORBIDDEN, notFound, NOT_SIMULATED, UNAUTHORIZED } from "./refusals.ts";

interface Path {
  readonly exchange: string;
  readonly portfolio: string;
}

/** Adds the look-ups of a portfolio's orders. The list of stop orders is empty: none can be placed yet. */
export function lookUpRoutes(app: FastifyInstance, serve: Serve, tokens: AccessTokens, book: OrderBook): void {
  const hidden = new Hidden();
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

  lookUp("orders", (_request, { exchange, portfolio }, faults) => {
    const orders = book.of(portfolio).filter((order) => order.request.instrument.exchange === exchange);
    return { status: 200, body: orders.filter((order) => !hidden.hides(order, faults)).map(simple) };
  });

  lookUp("orders/:orderId", (request, { exchange, portfolio }, faults) => {
    const { orderId } = request.params as { orderId: string };
    const order = book.get(orderId);
    const owned = order?.request.body.user.portfolio === portfolio && order.request.instrument.exchange === exchange;
    return owned && !hidden.hides(order, faults)
      ? { status: 200, body: simple(order) }
      : notFound("Order was not found");
  });

  lookUp("stoporders", () => ({ status: 200, body: [] }));
}

/** Counts, for each fault that hides orders, how often each order was looked for under it. */
class Hidden {
  readonly #lookUps = new WeakMap<Fault, WeakMap<PlacedOrder, number>>();

  hides(order: PlacedOrder, faults: readonly PartyFault[]): boolean {
    return faults.some((fault) => {
      if (fault.kind !== "not-found-at-first") return false;
      const counts = this.#lookUps.get(fault) ?? new WeakMap<PlacedOrder, number>();
      this.#lookUps.set(fault, counts);
      const count = (counts.get(order) ?? 0) + 1;
      counts.set(order, count);
      return count <= (fault.times ?? Infinity);
    });
  }
}

function simple({ number, request, placedAtMs, status }: PlacedOrder): object {
  const { body, type, price, instrument } = request;
  const units = body.quantity * instrument.lotSize;
  const filled = status === "filled";
  const at = alorTime(placedAtMs);
  return {
    id: number,
    symbol: instrument.symbol,
    board: body.instrument.instrumentGroup,
    brokerSymbol: `${instrument.exchange}:${instrument.symbol}`,
    portfolio: body.user.portfolio,
    exchange: instrument.exchange,
    comment: body.comment ?? "",
    type,
    side: body.side,
    status,
    transTime: at,
    updateTime: at,
    endTime: `${at.slice(0, 10)}T23:59:59.9990000Z`,
    qtyUnits: units,
    qtyBatch: body.quantity,
    qty: body.quantity,
    filledQtyUnits: filled ? units : 0,
    filledQtyBatch: filled ? body.quantity : 0,
    filled: filled ? body.quantity : 0,
    price: Number(price ?? 0),
    existing: true,
    timeInForce: body.timeInForce,
    iceberg: iceberg(request.body),
    volume: price === null ? null : Number((Number(price) * units).toFixed(6)),
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

/** Seven digits after the second, as Alor writes them. */
function alorTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "0000Z");
}
