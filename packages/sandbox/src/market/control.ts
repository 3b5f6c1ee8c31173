/** The control routes of the simulated markets. */
import { negated, ORDER_SIDES, plainDecimal, signOf, type VenueName } from "@chartrelay/contract";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { actOn } from "../control-body.ts";
import { ENVIRONMENTS, type Environment } from "../ledger.ts";
import type { Markets, VenueMarket } from "./markets.ts";
import { remainingOf } from "./order.ts";
import type { MarketFill, MarketOrder } from "./terms.ts";

const signedDecimal = z.string().transform((text, context) => {
  const plain = plainDecimal(text.replace(/^-/, ""));
  if (plain === undefined) context.addIssue("must be a decimal");
  return text.startsWith("-") ? negated(plain ?? "0") : (plain ?? "0");
});
const decimal = signedDecimal.refine((value) => signOf(value) >= 0, "must not be below zero");
const positive = decimal.refine((value) => signOf(value) > 0, "must be above zero");
const instrument = { venue: z.string().transform((name) => name as VenueName), instrument: z.string() };

const marketInput = z
  .strictObject({
    ...instrument,
    /** Both if missing. */
    environment: z.enum(ENVIRONMENTS).optional(),
    /** Sets the price and stops its walk. */
    price: positive.optional(),
    /** Starts a walk from the present price. */
    walk: z.strictObject({ seed: z.int(), stepsPerSecond: z.number().positive().max(1000) }).optional(),
    /** What the book will still fill; null: anything. */
    volume: decimal.nullable().optional(),
    /** What a long pays at each funding; below zero, the short pays. */
    fundingRate: signedDecimal.optional(),
  })
  .refine(
    ({ price, walk, volume, fundingRate }) =>
      [price, walk, volume, fundingRate].filter((given) => given !== undefined).length === 1,
    "give one of price, walk, volume and fundingRate",
  );

const tradeInput = z.strictObject({
  ...instrument,
  environment: z.enum(ENVIRONMENTS).default("live"),
  account: z.string().min(1),
  /** In either case, as in a message. */
  side: z.string().toUpperCase().pipe(z.enum(ORDER_SIDES)),
  quantity: positive,
});

const clockInput = z.strictObject({ advanceS: z.number().positive() });

/** Adds the routes that move prices, volumes and the clock, trade by hand, and show what accounts hold. */
export function marketRoutes(app: FastifyInstance, markets: Markets): void {
  app.post("/__sandbox/market", async (request, reply) =>
    actOn(marketInput, request, reply, (inputs) => inputs.flatMap((input) => change(markets, input))),
  );

  app.post("/__sandbox/trade", async (request, reply) =>
    actOn(tradeInput, request, reply, (trades) => trades.flatMap((trade) => tradeByHand(markets, trade))),
  );

  app.post("/__sandbox/clock", async (request, reply) =>
    actOn(clockInput, request, reply, (inputs) => {
      for (const { advanceS } of inputs) markets.advance(advanceS);
      return { now: new Date(markets.nowMs()).toISOString() };
    }),
  );

  app.get("/__sandbox/positions", async () => markets.of().flatMap(positionsIn));
  app.get("/__sandbox/fills", async () =>
    markets.of().flatMap((one) => one.market.fills().map((fill) => describeFill(one, fill))),
  );
  app.get("/__sandbox/working", async () =>
    markets.of().flatMap((one) => one.market.openOrders().map((order) => describeOpen(one, order))),
  );
}

function change(markets: Markets, input: z.output<typeof marketInput>): object[] {
  const { venue, environment, instrument: name, price, walk, volume, fundingRate } = input;
  return marketsOf(markets, venue, environment).map((one) => {
    if (price !== undefined) one.market.setPrice(name, price);
    if (walk !== undefined) one.market.walk(name, walk);
    if (volume !== undefined) one.market.setVolume(name, volume);
    if (fundingRate !== undefined) one.market.setFundingRate(name, fundingRate);
    return { venue, environment: one.environment, instrument: name, price: one.market.price(name) };
  });
}

function tradeByHand(markets: Markets, { venue, environment, ...order }: z.output<typeof tradeInput>): object[] {
  return marketsOf(markets, venue, environment).flatMap((one) =>
    one.market.trade(order).fills.map((fill) => describeFill(one, fill)),
  );
}

function marketsOf(markets: Markets, venue: VenueName, environment?: Environment): readonly VenueMarket[] {
  const found = markets.of(venue, environment);
  if (found.length === 0) throw new RangeError(`venue: ${venue} has no market`);
  return found;
}

function positionsIn({ venue, environment, market }: VenueMarket): object[] {
  return market.positions().map(({ account, instrument: name, quantity, averagePrice }) => ({
    venue,
    environment,
    account,
    instrument: name,
    quantity,
    averagePrice,
  }));
}

function describeFill({ venue, environment, tradeIdOf }: VenueMarket, fill: MarketFill): object {
  const { account, clientOrderId, instrument: name, side } = fill.order;
  return {
    venue,
    environment,
    account,
    clientOrderId,
    tradeId: tradeIdOf(fill),
    instrument: name,
    side,
    quantity: fill.quantity,
    price: fill.price,
    fee: fill.fee,
    at: new Date(fill.atMs).toISOString(),
  };
}

function describeOpen({ venue, environment }: VenueMarket, order: MarketOrder): object {
  const { account, clientOrderId, kind, instrument: name, side, limit, trigger } = order;
  return {
    venue,
    environment,
    account,
    clientOrderId,
    kind,
    instrument: name,
    side,
    quantity: remainingOf(order),
    price: limit,
    triggerPrice: trigger?.price ?? null,
  };
}
