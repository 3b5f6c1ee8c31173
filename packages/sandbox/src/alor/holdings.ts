/** A portfolio's trades, positions and money over HTTP. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Market, MarketFill } from "../market/terms.ts";
import type { Serve } from "../party-server.ts";
import { moneyRow, positionRow, tradeRow } from "./holdings-rows.ts";
import type { AccessTokens } from "./jwt.ts";
import { instrumentOf } from "./listings.ts";
import { fortsRisk, risk, summary } from "./money.ts";
import type { OrderBook } from "./order-book.ts";
import { portfolioRoute } from "./portfolio-route.ts";
import type { Portfolio, Portfolios } from "./portfolios.ts";
import { notFound } from "./refusals.ts";
import { sessionOf } from "./time.ts";

/** What these routes read. */
export interface Holdings {
  readonly market: Market;
  readonly book: OrderBook;
  readonly portfolios: Portfolios;
}

export function holdingsRoutes(
  app: FastifyInstance,
  serve: Serve,
  tokens: AccessTokens,
  { market, book, portfolios }: Holdings,
): void {
  const route = portfolioRoute(app, serve, tokens);
  const read = { operation: "fills", right: "Trades" } as const;

  const trades = (portfolio: string, exchange: string, isWanted: (fill: MarketFill, name: string) => boolean) => {
    const fills = market.fillsOf(portfolio).filter((fill) => {
      const instrument = instrumentOf(fill.order.instrument);
      return instrument.exchange === exchange && isWanted(fill, instrument.symbol);
    });
    return { status: 200, body: fills.map((fill) => tradeRow(fill, book, true)) };
  };
  const isThisSession = ({ atMs }: MarketFill) => sessionOf(atMs) === sessionOf(market.nowMs());

  route("trades", read, ({ portfolio, exchange }) => trades(portfolio, exchange, isThisSession));
  route(":symbol/trades", read, ({ portfolio, exchange }, request) =>
    trades(portfolio, exchange, (fill, symbol) => isThisSession(fill) && symbol === symbolOf(request)),
  );
  // Earlier sessions only: the present one has a route of its own.
  portfolioRoute(
    app,
    serve,
    tokens,
    "/md/v2/Stats",
  )("history/trades", read, ({ portfolio, exchange }, request) => {
    const { ticker } = request.query as { readonly ticker?: string };
    return trades(
      portfolio,
      exchange,
      (fill, symbol) => !isThisSession(fill) && (ticker === undefined || ticker === symbol),
    );
  });

  const positions = { operation: "positions", right: "Personal" } as const;
  const positionsOf = (portfolio: string, exchange: string) =>
    market.positions(portfolio).filter(({ instrument }) => instrumentOf(instrument).exchange === exchange);
  route("positions", positions, ({ portfolio, exchange }, request) => {
    const { withoutCurrency } = request.query as { readonly withoutCurrency?: string };
    const money = exchange === "MOEX" && withoutCurrency !== "true" ? market.balances(portfolio) : [];
    const rows = positionsOf(portfolio, exchange).map((position) => positionRow(position, market, true));
    return { status: 200, body: [...rows, ...money.map((balance) => moneyRow(balance, true))] };
  });
  route("positions/:symbol", positions, ({ portfolio, exchange }, request) => {
    const found = positionsOf(portfolio, exchange).find(
      ({ instrument }) => instrumentOf(instrument).symbol === symbolOf(request),
    );
    return found ? { status: 200, body: positionRow(found, market, true) } : notFound("Position was not found");
  });

  const money = { operation: "money", right: "Personal" } as const;
  const aboutMoney = (path: string, write: (portfolio: Portfolio, exchange: string) => object) =>
    route(path, money, ({ portfolio, exchange }) => {
      const known = portfolios.get(portfolio);
      return known ? { status: 200, body: write(known, exchange) } : notFound("Portfolio was not found");
    });
  aboutMoney("summary", (portfolio) => summary(portfolio, market));
  aboutMoney("fortsrisk", (portfolio) => fortsRisk(portfolio, market));
  aboutMoney("risk", (portfolio, exchange) => risk(portfolio, exchange, market));
}

function symbolOf({ params }: FastifyRequest): string {
  return (params as { readonly symbol: string }).symbol;
}
