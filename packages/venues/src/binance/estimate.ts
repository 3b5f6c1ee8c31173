/** What an order would cost by Binance's own rates. */
import { decimalOf, product } from "@chartrelay/contract";
import * as z from "zod";
import type { Adapter } from "../adapter.ts";
import type { CostEstimate, Reading } from "../execution.ts";
import { readExactJson } from "../http/exact-json.ts";
import type { Credentials, VenueOrder } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { decimal } from "./execution-answer.ts";
import { ask } from "./executions.ts";
import { verdictOn } from "./order-answer.ts";
import { prepareOrder } from "./placing.ts";

const rates = z.object({ standardCommissionForOrder: z.object({ taker: decimal }) });
const futuresRate = z.object({ takerCommissionRate: decimal });
const RATES_WEIGHT = 20;

/** Returns the price at which an order is counted: its own, or else the last one. */
export function pricing(
  priceAt: Adapter["price"],
  credentials: Credentials,
  signal: AbortSignal,
): (order: VenueOrder) => Promise<string> {
  return async ({ message: { type, price, ticker } }) =>
    type === "LIMIT" && price !== undefined ? price : (await priceAt(ticker, credentials, signal)).price;
}

/**
 * Asks spot for the fee of an order. A buyer pays in coins, a seller in money; a discount for paying in BNB isn't
 * counted. Binance doesn't say how much could be bought.
 * @throws {NotSent} and {InstrumentError} when the order couldn't be placed, or we can't ask now.
 */
export async function estimateSpot(
  environments: Environments,
  priceOf: (order: VenueOrder) => Promise<string>,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<CostEstimate>> {
  const { product: spot, timeouts, now } = environments;
  const { symbol, parameters } = await prepareOrder(environments, order, credentials, signal);
  const { reply } = await environments.of(credentials).host.send(
    {
      method: "POST",
      path: spot.orders.testPath,
      parameters: { ...parameters, computeCommissionRates: "true" },
      purpose: "question",
      weight: RATES_WEIGHT,
      timeoutMs: timeouts.lookUpMs,
    },
    credentials,
    signal,
  );
  if (reply.kind !== "answer") return { kind: "unknown", cause: reply.cause };
  const taker = reply.status === 200 ? rates.safeParse(readExactJson(reply.text)).data : undefined;
  if (!taker) {
    const verdict = verdictOn(reply, spot.errorTable);
    return verdict?.kind === "rejected"
      ? { kind: "refused", reason: verdict.reason }
      : { kind: "unknown", cause: `HTTP ${reply.status}` };
  }
  const quantity = parameters["quantity"] ?? "0";
  const rate = taker.standardCommissionForOrder.taker;
  const isBuy = order.message.direction === "BUY";
  const paid = isBuy ? quantity : product(quantity, await priceOf(order));
  const currency = isBuy ? symbol.symbol.slice(0, -symbol.quoteAsset.length) : symbol.quoteAsset;
  const fee = { amount: decimalOf(product(paid, rate)), currency };
  return { kind: "read", value: { maxQuantity: null, fee }, atMs: now() };
}

/**
 * Asks futures for the account's rate, and counts the fee of an order by it.
 * @throws {NotSent} and {InstrumentError} when the order couldn't be placed, or we can't ask now.
 */
export async function estimateFutures(
  environments: Environments,
  priceOf: (order: VenueOrder) => Promise<string>,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<CostEstimate>> {
  const { symbol, parameters } = await prepareOrder(environments, order, credentials, signal);
  const question = { path: "/fapi/v1/commissionRate", parameters: { symbol: symbol.symbol }, weight: RATES_WEIGHT };
  const rate = await ask(
    environments,
    question,
    credentials,
    signal,
    (json) => futuresRate.safeParse(json).data?.takerCommissionRate,
  );
  if (rate.kind !== "read") return rate;
  const value = product(parameters["quantity"] ?? "0", await priceOf(order));
  const fee = { amount: decimalOf(product(value, rate.value)), currency: symbol.quoteAsset };
  return { ...rate, value: { maxQuantity: null, fee } };
}
