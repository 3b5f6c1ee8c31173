/** Orders as the API lists them: `/md/v2/Clients/{exchange}/{portfolio}/…`, in the Simple format. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PartyFault } from "../faults.ts";
import { HiddenOrders } from "../hidden-orders.ts";
import type { Serve } from "../party-server.ts";
import type { AccessTokens } from "./jwt.ts";
import type { OrderBook, PlacedOrder } from "./order-book.ts";
import { orderRow, stopRow } from "./order-rows.ts";
import { portfolioRoute } from "./portfolio-route.ts";
import { notFound } from "./refusals.ts";

/** Adds the look-ups of a portfolio's orders: conditional orders have a separate list. */
export function lookUpRoutes(app: FastifyInstance, serve: Serve, tokens: AccessTokens, book: OrderBook): void {
  const hidden = new HiddenOrders();
  const isListed = (order: PlacedOrder, faults: readonly PartyFault[]) =>
    !hasMoved(order, faults) && !hidden.hides(order.order, faults);
  const lists = [
    { path: "orders", conditional: false, write: (order: PlacedOrder) => orderRow(order, true) },
    {
      path: "stoporders",
      conditional: true,
      write: (order: PlacedOrder) => stopRow(order, book.numberOfChild(order), true),
    },
  ];
  const route = portfolioRoute(app, serve, tokens);

  for (const { path, conditional, write } of lists) {
    route(path, { operation: "find", right: "OrdersRead" }, ({ exchange, portfolio }, _request, faults) => {
      const orders = book.of(portfolio, conditional).filter(({ request }) => request.instrument.exchange === exchange);
      return { status: 200, body: orders.filter((order) => isListed(order, faults)).map(write) };
    });

    route(
      `${path}/:orderId`,
      { operation: "find", right: "OrdersRead" },
      ({ exchange, portfolio }, request, faults) => {
        const order = book.get(orderIdOf(request), conditional);
        const owned = order?.order.account === portfolio && order.request.instrument.exchange === exchange;
        return owned && isListed(order, faults) ? { status: 200, body: write(order) } : notFound("Order was not found");
      },
    );
  }
}

function orderIdOf({ params }: FastifyRequest): string {
  return (params as { readonly orderId: string }).orderId;
}

function hasMoved({ order }: PlacedOrder, faults: readonly PartyFault[]): boolean {
  return order.child !== null && faults.some(({ kind }) => kind === "triggered-stop-moves");
}
