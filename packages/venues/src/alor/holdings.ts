/** What an account holds at Alor, what an order would cost it, and when an instrument trades. */
import { absolute, negated, quotient, signOf, type OrderMessage } from "@chartrelay/contract";
import * as z from "zod";
import type { CostEstimate, Equity, Reading, Schedule, VenueMoney, VenuePosition } from "../execution.ts";
import { exactNumber } from "../http/exact-json.ts";
import type { Credentials, PresentPrice, VenueOrder } from "../venue.ts";
import type { Environments } from "./environment.ts";
import type { AlorInstruments } from "./instruments.ts";
import { ask, portfolioPath, toReading } from "./reading.ts";
import type { AlorExchange } from "./ticker.ts";

const decimal = z.string().regex(/^-?\d/);

/** Numbers arrive as strings: see readExactJson. */
const positionRow = z.looseObject({
  symbol: z.string(),
  /** In pieces: what is settled and what will be. T0 alone isn't the position. */
  qtyTFuture: decimal,
  lotSize: decimal,
  avgPrice: decimal.nullish(),
  unrealisedPl: decimal.nullish(),
  isCurrency: z.boolean(),
});
type PositionRow = z.output<typeof positionRow>;

const summary = z.looseObject({
  initialMargin: decimal.nullish(),
  buyingPowerByCurrency: z.array(z.looseObject({ currency: z.string(), buyingPower: decimal })),
});
const worth = z.looseObject({ portfolioLiquidationValue: decimal });
const fortsRisk = z.looseObject({ moneyFree: decimal, moneyBlocked: decimal });
const estimated = z.looseObject({
  quantityToBuy: decimal.nullish(),
  quantityToSell: decimal.nullish(),
  notMarginQuantityToBuy: decimal.nullish(),
  notMarginQuantityToSell: decimal.nullish(),
  commission: decimal.nullish(),
});
const security = z.looseObject({ tradingStatus: z.string() });

/** "Normal trading period": docs/venues/alor.md, Holdings. */
const TRADING = "17";
/** Money is settled in roubles, whatever is traded. */
const ROUBLE = "RUB";
/** Portfolios of the derivatives market begin so (AlorPy); their free money is in another resource. */
const DERIVATIVES_PORTFOLIO = /^7500/;

export interface Holdings {
  positions(credentials: Credentials, signal: AbortSignal): Promise<Reading<readonly VenuePosition[]>>;
  money(credentials: Credentials, signal: AbortSignal): Promise<Reading<readonly VenueMoney[]>>;
  equity(credentials: Credentials, signal: AbortSignal): Promise<Reading<Equity>>;
  estimate(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Reading<CostEstimate>>;
  schedule(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<Reading<Schedule>>;
}

type PriceOf = (ticker: string, credentials: Credentials, signal: AbortSignal) => Promise<PresentPrice>;

export function createHoldings(environments: Environments, instruments: AlorInstruments, priceOf: PriceOf): Holdings {
  const { now } = environments;

  function positionsAt(exchange: AlorExchange, credentials: Credentials, signal: AbortSignal) {
    const path = `${portfolioPath(credentials, exchange)}/positions?format=Simple&withoutCurrency=true`;
    return ask(environments, { path }, z.array(positionRow), credentials, signal);
  }

  return {
    async positions(credentials, signal) {
      const [inMoscow, elsewhere] = await Promise.all([
        positionsAt("MOEX", credentials, signal),
        positionsAt("SPBX", credentials, signal),
      ]);
      if (inMoscow.kind !== "read") return toReading(inMoscow, now(), () => []);
      // A portfolio that isn't at the other exchange is refused there; Moscow has just shown that the key is good.
      if (elsewhere.kind === "unknown" && elsewhere.cause !== "HTTP 400") return elsewhere;
      const others = elsewhere.kind === "read" ? elsewhere.value : [];
      const value = [...positionsIn(inMoscow.value, "MOEX"), ...positionsIn(others, "SPBX")];
      return { kind: "read", value, atMs: now() };
    },

    async money(credentials, signal) {
      const path = portfolioPath(credentials, "MOEX");
      if (DERIVATIVES_PORTFOLIO.test(credentials.apiKey)) {
        const read = await ask(
          environments,
          { path: `${path}/fortsrisk?format=Simple` },
          fortsRisk,
          credentials,
          signal,
        );
        return toReading(read, now(), ({ moneyFree, moneyBlocked }) => [
          { currency: ROUBLE, free: moneyFree, blocked: moneyBlocked },
        ]);
      }
      const read = await ask(environments, { path: `${path}/summary?format=Simple` }, summary, credentials, signal);
      return toReading(read, now(), ({ buyingPowerByCurrency, initialMargin }) =>
        buyingPowerByCurrency.map(({ currency, buyingPower }) => ({
          currency,
          free: buyingPower,
          blocked: currency === ROUBLE ? (initialMargin ?? "0") : "0",
        })),
      );
    },

    async equity(credentials, signal) {
      const path = `${portfolioPath(credentials, "MOEX")}/summary?format=Simple`;
      const read = await ask(environments, { path }, worth, credentials, signal);
      return toReading(read, now(), ({ portfolioLiquidationValue }) => ({
        amount: portfolioLiquidationValue,
        currency: ROUBLE,
      }));
    },

    async estimate(order, credentials, signal) {
      const { message, allowMargin } = order;
      const { symbol, exchange, board } = await instruments.get(message.ticker, credentials, signal);
      const price = priceIn(message) ?? (await priceOf(message.ticker, credentials, signal)).price;
      const question = {
        path: "/commandapi/warptrans/TRADE/v2/client/orders/estimate",
        body: {
          portfolio: credentials.apiKey,
          ticker: symbol,
          exchange,
          board,
          price: exactNumber(price),
          lotQuantity: exactNumber(message.contracts),
          includeLimitOrders: true,
        },
      };
      const read = await ask(environments, question, estimated, credentials, signal);
      return toReading(read, now(), (cost) => {
        const [toBuy, toSell] = allowMargin
          ? [cost.quantityToBuy, cost.quantityToSell]
          : [cost.notMarginQuantityToBuy, cost.notMarginQuantityToSell];
        const fee = cost.commission && exchange === "MOEX" ? { amount: cost.commission, currency: ROUBLE } : null;
        return { maxQuantity: (message.direction === "BUY" ? toBuy : toSell) ?? null, fee };
      });
    },

    async schedule(ticker, credentials, signal) {
      const { symbol, exchange } = await instruments.get(ticker, credentials, signal);
      const path = `/md/v2/Securities/${exchange}/${encodeURIComponent(symbol)}?format=Simple`;
      const read = await ask(environments, { path }, security, credentials, signal);
      // Alor has no calendar.
      return toReading(read, now(), ({ tradingStatus }) => ({
        isOpen: tradingStatus === TRADING,
        closesAtMs: null,
        opensAtMs: null,
      }));
    },
  };
}

/** Money is listed among the positions, and what was closed stays, with zeros. */
function positionsIn(rows: readonly PositionRow[], exchange: AlorExchange): readonly VenuePosition[] {
  return rows
    .filter(({ isCurrency, qtyTFuture }) => !isCurrency && signOf(qtyTFuture) !== 0)
    .map(({ symbol, qtyTFuture, lotSize, avgPrice, unrealisedPl }) => ({
      symbol,
      ticker: exchange === "MOEX" ? symbol : `${exchange}:${symbol}`,
      quantity: lotsOf(qtyTFuture, lotSize),
      averagePrice: avgPrice ?? null,
      price: null,
      openProfit: unrealisedPl ?? null,
      currency: exchange === "MOEX" ? ROUBLE : null,
    }));
}

/** Returns the price at which an order would trade; undefined for a market order, whose price is only shown. */
function priceIn({ type, price, triggerPrice }: OrderMessage): string | undefined {
  if (type === "MARKET") return undefined;
  return type === "STOP" ? triggerPrice : price;
}

const LOT_DIGITS = 12;

/** A position may have a fraction of a lot: pieces that were given, or left over when the lot changed. */
function lotsOf(pieces: string, lotSize: string): string {
  const lots = signOf(lotSize) > 0 ? quotient(absolute(pieces), lotSize, LOT_DIGITS) : absolute(pieces);
  return signOf(pieces) < 0 ? negated(lots) : lots;
}
