/** Order bodies and the rules that Alor and the exchange hold them to: facts/venues.md, Alor, Orders and Errors. */
import { z } from "zod";
import { decimalOf, isMultipleOf } from "../decimal.ts";
import type { Answer } from "../fault-delivery.ts";
import { findInstrument, type CatalogueInstrument } from "../russian-catalogue.ts";
import type { Portfolio } from "./portfolios.ts";
import {
  INVALID_QUANTITY,
  MARGIN_NOT_ALLOWED,
  NO_MONEY,
  NOT_TRADING,
  offTick,
  OUT_OF_LIMITS,
  refused,
  UNKNOWN_INSTRUMENT,
  UNREADABLE,
} from "./refusals.ts";

// A property that Alor doesn't know, or a missing one, makes the whole body unreadable to it.
const common = {
  side: z.enum(["buy", "sell"]),
  /** Lots. */
  quantity: z.int32(),
  instrument: z.strictObject({ symbol: z.string(), exchange: z.enum(["MOEX", "SPBX"]), instrumentGroup: z.string() }),
  user: z.strictObject({ portfolio: z.string() }),
  timeInForce: z
    .enum(["oneday", "immediateorcancel", "fillorkill", "goodtillcancelled", "attheclose", "bookorcancel"])
    .default("oneday"),
  comment: z.string().optional(),
  allowMargin: z.boolean().default(false),
};
const BODIES = {
  market: z.strictObject(common),
  limit: z.strictObject({
    ...common,
    price: z.number(),
    icebergFixed: z.int32().optional(),
    icebergVariance: z.int32().optional(),
  }),
} as const;

/** The order types simulated so far; each is the last part of its route. */
export type RequestType = keyof typeof BODIES;
export const REQUEST_TYPES = Object.keys(BODIES) as readonly RequestType[];
type Body = z.output<(typeof BODIES)["market"]> & Partial<z.output<(typeof BODIES)["limit"]>>;

/** An order that passed every rule. */
export interface OrderRequest {
  readonly type: RequestType;
  readonly body: Body;
  /** Null for a market order; else a plain decimal. */
  readonly price: string | null;
  readonly instrument: CatalogueInstrument;
}

/** Reads an order's JSON, leniently enough to learn whose it is; undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The portfolio that a body names, if it names one. */
export function portfolioOf(json: unknown): string | undefined {
  const portfolio = (json as { user?: { portfolio?: unknown } } | null | undefined)?.user?.portfolio;
  return typeof portfolio === "string" ? portfolio : undefined;
}

/** The order in `json`, or why Alor refuses it. */
export function readOrder(type: RequestType, json: unknown, portfolio: Portfolio): OrderRequest | Answer {
  const read = BODIES[type].safeParse(json);
  if (!read.success) return UNREADABLE;
  const body: Body = read.data;
  const instrument = findInstrument(body.instrument.exchange, body.instrument.symbol, body.instrument.instrumentGroup);
  if (!instrument) return UNKNOWN_INSTRUMENT;
  const price = body.price === undefined ? null : decimalOf(body.price);
  const refusal = refusalOf({ type, body, price, instrument }, portfolio);
  return refusal ?? { type, body, price, instrument };
}

function refusalOf({ type, body, price, instrument }: OrderRequest, portfolio: Portfolio): Answer | undefined {
  const isDerivative = instrument.market === "FORTS";
  if (body.quantity <= 0) return INVALID_QUANTITY;
  if ((body.comment?.length ?? 0) > 100) return refused("The length of comment must be 100 characters or fewer");
  if (body.timeInForce === "goodtillcancelled" && !isDerivative) {
    return refused("timeInForce goodtillcancelled is available on the derivatives market only");
  }
  if (body.timeInForce === "attheclose" && type !== "market")
    return refused("timeInForce attheclose is for market orders only");
  if (body.timeInForce === "bookorcancel" && type === "market")
    return refused("timeInForce bookorcancel is for limit orders only");
  if (body.icebergVariance !== undefined && !isDerivative) {
    return refused("icebergVariance is available on the derivatives market only");
  }
  if (body.icebergVariance !== undefined && body.icebergFixed === undefined)
    return refused("icebergVariance needs icebergFixed");
  if (body.icebergFixed !== undefined && (body.icebergFixed <= 0 || body.icebergFixed > body.quantity))
    return INVALID_QUANTITY;
  if (isDerivative && portfolio.initialRisk && !body.allowMargin) return MARGIN_NOT_ALLOWED;
  if (instrument.tradingStatus !== 17) return NOT_TRADING;
  if (price !== null) {
    if (Number(price) <= 0) return refused("Price may not be 0 for a limit order");
    if (!isMultipleOf(price, instrument.minStep)) return offTick(instrument.minStep);
    if (Number(price) > instrument.price * 1.2 || Number(price) < instrument.price * 0.8) return OUT_OF_LIMITS;
  }
  return portfolio.insufficientFunds ? NO_MONEY : undefined;
}
