/** What each of the stream's subscriptions tells: its history, and a row for each event that concerns it. */
import type { Market, MarketEvent } from "../market/terms.ts";
import { moneyRow, positionRow, tradeRow } from "./holdings-rows.ts";
import { instrumentOf } from "./listings.ts";
import { summary } from "./money.ts";
import type { OrderBook } from "./order-book.ts";
import { orderRow, statusOf, stopRow, type OrderStatus } from "./order-rows.ts";
import type { Portfolios } from "./portfolios.ts";
import { sessionOf } from "./time.ts";

/** Whose events are told, of which exchange. */
export interface Subscribed {
  readonly portfolio: string;
  readonly exchange: string;
  /** Filters the history only. */
  readonly orderStatuses?: readonly OrderStatus[] | undefined;
}

export interface Feed {
  history(subscribed: Subscribed): readonly object[];
  /** Returns the row that tells of an event in the portfolio; undefined if the subscription isn't about it. */
  row(event: MarketEvent, subscribed: Subscribed): object | undefined;
}

export const OPCODES = [
  "OrdersGetAndSubscribeV2",
  "StopOrdersGetAndSubscribeV2",
  "TradesGetAndSubscribeV2",
  "PositionsGetAndSubscribeV2",
  "SummariesGetAndSubscribeV2",
] as const;
export type Opcode = (typeof OPCODES)[number];

export function createFeeds(market: Market, book: OrderBook, portfolios: Portfolios): Readonly<Record<Opcode, Feed>> {
  return {
    OrdersGetAndSubscribeV2: orders(book, false),
    StopOrdersGetAndSubscribeV2: orders(book, true),
    TradesGetAndSubscribeV2: trades(market, book),
    PositionsGetAndSubscribeV2: positions(market),
    SummariesGetAndSubscribeV2: summaries(market, portfolios),
  };
}

function orders(book: OrderBook, conditional: boolean): Feed {
  const write = (placed: ReturnType<OrderBook["placed"]>, existing: boolean) =>
    conditional ? stopRow(placed, book.numberOfChild(placed), existing) : orderRow(placed, existing);
  return {
    history: ({ portfolio, exchange, orderStatuses }) =>
      book
        .of(portfolio, conditional)
        .filter(({ request, order }) => {
          const isWanted = orderStatuses?.includes(statusOf(order)) ?? true;
          return isWanted && request.instrument.exchange === exchange;
        })
        .map((placed) => write(placed, true)),
    row(event, { exchange }) {
      if (event.kind !== "order" || (event.order.trigger !== null) !== conditional) return undefined;
      const placed = book.placed(event.order);
      return placed.request.instrument.exchange === exchange ? write(placed, false) : undefined;
    },
  };
}

function trades(market: Market, book: OrderBook): Feed {
  const isAt = (exchange: string, instrument: string) => instrumentOf(instrument).exchange === exchange;
  return {
    history: ({ portfolio, exchange }) =>
      market
        .fillsOf(portfolio)
        .filter(({ order, atMs }) => isAt(exchange, order.instrument) && sessionOf(atMs) === sessionOf(market.nowMs()))
        .map((fill) => tradeRow(fill, book, true)),
    row: (event, { exchange }) =>
      event.kind === "fill" && isAt(exchange, event.fill.order.instrument)
        ? tradeRow(event.fill, book, false)
        : undefined,
  };
}

function positions(market: Market): Feed {
  return {
    history: ({ portfolio, exchange }) => [
      ...market
        .positions(portfolio)
        .filter(({ instrument }) => instrumentOf(instrument).exchange === exchange)
        .map((position) => positionRow(position, market, true)),
      ...(exchange === "MOEX" ? market.balances(portfolio).map((balance) => moneyRow(balance, true)) : []),
    ],
    row(event, { exchange }) {
      if (event.kind === "balance") return exchange === "MOEX" ? moneyRow(event.balance, false) : undefined;
      if (event.kind !== "position" || instrumentOf(event.position.instrument).exchange !== exchange) return undefined;
      return positionRow(event.position, market, false);
    },
  };
}

function summaries(market: Market, portfolios: Portfolios): Feed {
  const write = ({ portfolio }: Subscribed) => {
    const known = portfolios.get(portfolio);
    return known && summary(known, market);
  };
  return {
    history(subscribed) {
      const row = write(subscribed);
      return row ? [row] : [];
    },
    row: (event, subscribed) => (event.kind === "balance" ? write(subscribed) : undefined),
  };
}
