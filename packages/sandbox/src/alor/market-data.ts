/** Instruments as the API returns them, in the Simple format, the only one that is simulated. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import type { Market } from "../market/terms.ts";
import type { Serve } from "../party-server.ts";
import { isTrading } from "../russian-market.ts";
import { CATALOGUE, findInstrument, type CatalogueInstrument } from "../russian-catalogue.ts";
import type { AccessTokens } from "./jwt.ts";
import { alorMarketName } from "./listings.ts";
import { notFound, NOT_SIMULATED, refused, UNAUTHORIZED } from "./refusals.ts";

const DEFAULT_LIMIT = 25;
const listing = z.object({
  query: z.string().optional(),
  exchange: z.enum(["MOEX", "SPBX"]).optional(),
  sector: z.enum(["FORTS", "FOND", "CURR"]).optional(),
  instrumentGroup: z.string().optional(),
  cficode: z.string().optional(),
  includeNonBaseBoards: z.stringbool().default(false),
  limit: z.coerce.number().int().min(0).default(DEFAULT_LIMIT),
  offset: z.coerce.number().int().min(0).default(0),
});
const exact = z.object({ instrumentGroup: z.string().optional() });

const MARKETS: ReadonlySet<string> = new Set(CATALOGUE.map(({ market }) => market));

type NamedPath = { Params: { exchange: string; symbol: string } };

/** How old the prices are that a caller without a token gets. */
const ANONYMOUS_DELAY_S = 15 * 60;

/**
 * Adds `/md/v2/Securities…`: the listing, the boards and old quotes work without a token, a single instrument needs one.
 */
export function marketDataRoutes(app: FastifyInstance, serve: Serve, tokens: AccessTokens, market: Market): void {
  const present = (instrument: CatalogueInstrument) => ({
    price: Number(market.price(alorMarketName(instrument))),
    isOpen: isTrading(instrument, market),
  });

  app.get("/md/v2/Securities", (request, reply) => {
    const perform = (faults: readonly PartyFault[]) => {
      const anonymous = request.headers.authorization === undefined && faults.length === 0;
      return anonymous || tokens.rights(request, faults) ? list(request.query, present) : UNAUTHORIZED;
    };
    return serve(request, reply, { operation: "market-data", account: undefined, perform });
  });

  app.get<NamedPath>("/md/v2/Securities/:exchange/:symbol", (request, reply) => {
    const perform = (faults: readonly PartyFault[]) =>
      tokens.rights(request, faults) ? one(request.params, request.query, present) : UNAUTHORIZED;
    return serve(request, reply, { operation: "market-data", account: undefined, perform });
  });

  app.get<{ Params: { symbols: string } }>("/md/v2/Securities/:symbols/quotes", (request, reply) => {
    const perform = (faults: readonly PartyFault[]) => {
      const isAnonymous = request.headers.authorization === undefined && faults.length === 0;
      if (!isAnonymous && !tokens.rights(request, faults)) return UNAUTHORIZED;
      if (!isSimple(request.query)) return NOT_SIMULATED;
      const timeS = Math.floor(market.nowMs() / 1_000) - (isAnonymous ? ANONYMOUS_DELAY_S : 0);
      return { status: 200, body: quotes(request.params.symbols, timeS, present) };
    };
    return serve(request, reply, { operation: "market-data", account: undefined, perform });
  });

  app.get<{ Params: { market: string } }>("/md/status/:exchange/:market", (request, reply) => {
    const { market: code } = request.params;
    // The simulated exchange never closes for everybody; a single instrument says so itself.
    const perform = () => (MARKETS.has(code) ? { status: 200, body: { code, status: "open" } } : { status: 500 });
    return serve(request, reply, { operation: "schedule", account: undefined, perform });
  });

  app.get<NamedPath>("/md/v2/Securities/:exchange/:symbol/availableBoards", (request, reply) => {
    const { exchange, symbol } = request.params;
    const perform = () => {
      const found = findInstrument(exchange, symbol);
      return found ? { status: 200, body: found.boards } : unknownSecurity(exchange, symbol);
    };
    return serve(request, reply, { operation: "market-data", account: undefined, perform });
  });
}

/** Returns whether a query asks for the one simulated format. */
export function isSimple(query: unknown): boolean {
  const { format } = query as { format?: string };
  return format === undefined || format === "Simple";
}

/** How an instrument trades now. */
interface Present {
  readonly price: number;
  readonly isOpen: boolean;
}
type PresentOf = (instrument: CatalogueInstrument) => Present;

function list(query: unknown, presentOf: PresentOf): Answer {
  if (!isSimple(query)) return NOT_SIMULATED;
  const read = listing.safeParse(query);
  if (!read.success) return refused(`Invalid value of ${read.error.issues[0]?.path.join(".")}`);
  const { limit, offset, includeNonBaseBoards, ...wanted } = read.data;
  const found = CATALOGUE.flatMap((instrument) =>
    (includeNonBaseBoards ? instrument.boards : instrument.boards.slice(0, 1)).map((board) => ({ instrument, board })),
  ).filter(
    ({ instrument, board }) =>
      (wanted.exchange === undefined || wanted.exchange === instrument.exchange) &&
      (wanted.sector === undefined || wanted.sector === instrument.market) &&
      (wanted.instrumentGroup === undefined || wanted.instrumentGroup === board) &&
      (wanted.cficode === undefined || wanted.cficode === instrument.cfiCode) &&
      (wanted.query === undefined || names(instrument, wanted.query)),
  );
  return {
    status: 200,
    body: found
      .slice(offset, offset + limit)
      .map(({ instrument, board }) => simple(instrument, board, presentOf(instrument))),
  };
}

/** Searches by part of the name: a match never proves that it is the right instrument. */
function names({ symbol, shortName, description }: CatalogueInstrument, query: string): boolean {
  const part = query.toLowerCase();
  return [symbol, shortName, description].some((name) => name.toLowerCase().includes(part));
}

function one({ exchange, symbol }: NamedPath["Params"], query: unknown, presentOf: PresentOf): Answer {
  if (!isSimple(query)) return NOT_SIMULATED;
  const read = exact.safeParse(query);
  if (!read.success) return refused(`Invalid value of ${read.error.issues[0]?.path.join(".")}`);
  const { instrumentGroup } = read.data;
  const found = findInstrument(exchange, symbol, instrumentGroup);
  return found
    ? { status: 200, body: simple(found, instrumentGroup ?? found.boards[0], presentOf(found)) }
    : unknownSecurity(exchange, symbol);
}

function unknownSecurity(exchange: string, symbol: string): Answer {
  return notFound(`Security ${exchange}:${symbol} was not found`);
}

/** Quotes of `MOEX:SBER,MOEX:GAZP`; what doesn't exist is missing. */
function quotes(symbols: string, timeS: number, presentOf: PresentOf): readonly object[] {
  return symbols.split(",").flatMap((pair) => {
    const [exchange = "", symbol = ""] = pair.split(":");
    const found = findInstrument(exchange, symbol);
    return found ? [quote(found, timeS, presentOf(found))] : [];
  });
}

function quote(instrument: CatalogueInstrument, timeS: number, { price: lastPrice, isOpen }: Present): object {
  const { symbol, exchange, description, lotSize, faceValue, type, minStep } = instrument;
  // Nobody trades what isn't trading.
  const price = isOpen ? lastPrice : 0;
  const beside = (steps: number) => (price === 0 ? 0 : Number((price + steps * Number(minStep)).toFixed(6)));
  return {
    symbol,
    exchange,
    description,
    prev_close_price: instrument.price,
    last_price: price,
    last_price_timestamp: price === 0 ? 0 : timeS,
    high_price: price,
    low_price: price,
    accruedInt: 0,
    volume: 0,
    ask: beside(1),
    bid: beside(-1),
    ask_vol: 100,
    bid_vol: 100,
    open_price: price,
    lotsize: lotSize,
    lotvalue: Number((price * lotSize).toFixed(6)),
    facevalue: faceValue,
    type,
    total_bid_vol: 1000,
    total_ask_vol: 1000,
    accrued_interest: 0,
    change: 0,
    change_percent: 0,
  };
}

function simple(instrument: CatalogueInstrument, board: string, { price, isOpen }: Present): object {
  const { symbol, exchange, market, type } = instrument;
  return {
    symbol,
    shortname: instrument.shortName,
    description: instrument.description,
    exchange,
    market,
    type,
    lotsize: instrument.lotSize,
    facevalue: instrument.faceValue,
    cfiCode: instrument.cfiCode,
    cancellation: instrument.expires ?? "9999-12-31T23:59:59.9999999",
    minstep: Number(instrument.minStep),
    rating: instrument.rating,
    marginbuy: market === "FORTS" ? Math.round(price / 5) : 0,
    marginsell: market === "FORTS" ? Math.round(price / 5) : 0,
    marginrate: 0,
    pricestep: instrument.priceStep,
    priceMax: Number((price * 1.2).toFixed(4)),
    priceMin: Number((price * 0.8).toFixed(4)),
    theorPrice: 0,
    theorPriceLimit: 0,
    volatility: 0,
    currency: instrument.currency,
    ISIN: instrument.isin,
    yield: null,
    board,
    primary_board: instrument.boards[0],
    tradingStatus: isOpen ? 17 : 18,
    tradingStatusInfo: isOpen ? "нормальный период торгов" : "торги закрыты",
    complexProductCategory: market === "FORTS" ? "2" : "",
    priceMultiplier: 1,
    priceShownUnits: 1,
  };
}
