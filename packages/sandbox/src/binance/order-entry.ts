/** What placing an order uses, at either venue. */
import type { VenueName } from "@chartrelay/contract";
import type { PartyFault } from "../faults.ts";
import type { Environment, Ledger } from "../ledger.ts";
import type { OrderBook, OrderRequest, OrderStatus, PlacedOrder } from "./order-book.ts";
import type { RateLimits } from "./rate-limits.ts";

export interface OrderEntry<Request extends OrderRequest> {
  readonly book: OrderBook<Request>;
  readonly limits: RateLimits;
  /** The venue's own clock, in milliseconds. */
  readonly clock: () => number;
  /** Enters an order in the book and, unless the exchange rejected it afterwards, in the ledger. */
  place(
    account: string,
    request: Request,
    status: OrderStatus,
    sentClientOrderId: string | null,
    faults: readonly PartyFault[],
  ): PlacedOrder<Request>;
}

interface Premises<Request extends OrderRequest> extends Pick<OrderEntry<Request>, "book" | "limits" | "clock"> {
  readonly venue: VenueName;
  readonly environment: Environment;
  readonly ledger: Ledger;
  /** The machine's clock in milliseconds: the ledger doesn't follow a venue's clock that is off. */
  readonly now: () => number;
  /** The market's name in the ledger. */
  readonly board: string;
}

export function createOrderEntry<Request extends OrderRequest>(premises: Premises<Request>): OrderEntry<Request> {
  const { book, limits, clock, venue, environment, ledger, now, board } = premises;
  return {
    book,
    limits,
    clock,
    place: (account, request, status, sentClientOrderId, faults) => {
      const receivedAtUs = Math.round(now() * 1000);
      const placed = book.place(account, request, clock(), status);
      if (faults.some(({ kind }) => kind === "exchange-rejects")) return placed;
      const { symbol, side, type, quantity, price, timeInForce } = request;
      ledger.record({
        venue,
        account,
        clientOrderId: sentClientOrderId,
        instrument: symbol,
        side,
        quantity,
        price,
        receivedAt: new Date(receivedAtUs / 1000).toISOString(),
        receivedAtUs,
        environment,
        type: type === "MARKET" ? "MARKET" : "LIMIT",
        venueOrderId: String(placed.id),
        requestId: null,
        exchange: "BINANCE",
        board,
        timeInForce,
      });
      return placed;
    },
  };
}
