/** `POST …/orders/estimate`: what an order would cost, and how much of it a portfolio can afford. */
import { compareDecimals, decimalOf, product, sum, wholeTimes } from "@chartrelay/contract";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import type { Market } from "../market/terms.ts";
import type { Serve } from "../party-server.ts";
import { findInstrument } from "../russian-catalogue.ts";
import type { AccessTokens } from "./jwt.ts";
import { alorMarketName, valueOf } from "./listings.ts";
import { readJson } from "./order-body.ts";
import { FORBIDDEN, notFound, UNAUTHORIZED, UNREADABLE } from "./refusals.ts";

const estimateBody = z.strictObject({
  portfolio: z.string(),
  ticker: z.string(),
  exchange: z.enum(["MOEX", "SPBX"]),
  price: z.number().positive(),
  lotQuantity: z.int32().optional(),
  budget: z.number().optional(),
  board: z.string().optional(),
  includeLimitOrders: z.boolean().default(false),
});
type Estimate = z.output<typeof estimateBody>;

/** With leverage an account may buy for twice its money here. */
const LEVERAGE = "2";

export function estimateRoute(app: FastifyInstance, serve: Serve, tokens: AccessTokens, market: Market): void {
  app.post("/commandapi/warptrans/TRADE/v2/client/orders/estimate", (request, reply) => {
    const read = estimateBody.safeParse(readJson(request.text));
    const perform = (faults: readonly PartyFault[]): Answer => {
      const rights = tokens.rights(request, faults);
      if (!rights) return UNAUTHORIZED;
      if (!read.success) return UNREADABLE;
      return rights.portfolios.has(read.data.portfolio) ? estimate(read.data, market) : FORBIDDEN;
    };
    return serve(request, reply, { operation: "estimate", account: read.data?.portfolio, perform });
  });
}

function estimate(
  { portfolio, ticker, exchange, price, lotQuantity, budget, board }: Estimate,
  market: Market,
): Answer {
  const instrument = findInstrument(exchange, ticker, board);
  const listing = instrument && market.listings.get(alorMarketName(instrument));
  if (!instrument || !listing) return notFound("Instrument was not found");
  const value = valueOf(instrument, decimalOf(price), "1");
  const blocked = listing.kind === "future" ? product(value, listing.marginRate) : value;
  const lotCost = sum(blocked, product(value, listing.feeRate));
  const money = market.balances(portfolio).find(({ asset }) => asset === listing.currency);
  const free = money ? sum(money.total, `-${money.blocked}`) : "0";
  const affordable = (amount: string) => Number(compareDecimals(amount, "0") > 0 ? wholeTimes(amount, lotCost) : "0");
  const held = Number(market.positions(portfolio).find((one) => one.instrument === listing.instrument)?.quantity ?? 0);
  const leveraged = affordable(product(free, LEVERAGE));
  return {
    status: 200,
    body: {
      portfolio,
      ticker,
      exchange,
      quantityToSell: Math.max(0, leveraged + held),
      quantityToBuy: Math.max(0, leveraged - Math.min(0, held)),
      notMarginQuantityToSell: Math.max(0, held),
      notMarginQuantityToBuy: affordable(free),
      orderEvaluation: Number(product(value, String(lotQuantity ?? 0))),
      commission: Number(product(product(value, String(lotQuantity ?? 0)), listing.feeRate)),
      buyPrice: budget === undefined ? null : price,
      isUnitedPortfolio: true,
    },
  };
}
