/** What placing an order uses, at either venue. */
import type { VenueName } from "@chartrelay/contract";
import type { PartyFault } from "../faults.ts";
import type { Environment, Ledger } from "../ledger.ts";
import type { Market } from "../market/terms.ts";
import { marketOrderOf, type MarketTerms, type OrderBook, type OrderRequest, type PlacedOrder } from "./order-book.ts";
import type { RateLimits } from "./rate-limits.ts";

export interface OrderEntry<Request extends OrderRequest> {
  readonly market: Market;
  readonly book: OrderBook<Request>;
  readonly limits: RateLimits;
  /** The venue's own clock, in milliseconds. */
  readonly clock: () => number;
  /** Enters an order in the book and, unless the exchange rejects it afterwards, in the ledger. */
  place(
    account: string,
    request: Request,
    terms: MarketTerms,
    sentClientOrderId: string | null,
    faults: readonly PartyFault[],
  ): PlacedOrder<Request>;
  /** Returns whether the account has the money for an order; one that was never funded has it. */
  isCovered(account: string, request: Request, terms: MarketTerms): boolean;
}

interface Premises<Request extends OrderRequest> extends Pick<
  OrderEntry<Request>,
  "market" | "book" | "limits" | "clock"
> {
  readonly venue: VenueName;
  readonly environment: Environment;
  readonly ledger: Ledger;
  /** The machine's clock in milliseconds: the ledger doesn't follow a venue's clock that is off. */
  readonly now: () => number;
  /** The market's name in the ledger. */
  readonly board: string;
}

export function createOrderEntry<Request extends OrderRequest>(premises: Premises<Request>): OrderEntry<Request> {
  const { market, book, limits, clock, venue, environment, ledger, now, board } = premises;
  return {
    market,
    book,
    limits,
    clock,
    isCovered: (account, request, terms) => market.requirement(marketOrderOf(account, request, terms, null)).isCovered,
    place: (account, request, terms, sentClientOrderId, faults) => {
      const receivedAtUs = Math.round(now() * 1000);
      const isRejected = faults.some(({ kind }) => kind === "exchange-rejects");
      const placed = book.place(account, request, terms, { sentId: sentClientOrderId, isRejected });
      if (isRejected) return placed;
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
