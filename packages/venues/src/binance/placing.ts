/** Sending one order, and looking it up. */
import type { Found, Outcome, ResendRule } from "@chartrelay/contract";
import { withoutSecrets } from "../http/secrets.ts";
import { NotSent, refused, unanswered, unavailable } from "../not-sent.ts";
import type { Credentials, VenueOrder } from "../venue.ts";
import { errorIn } from "./answer-body.ts";
import type { Environments } from "./environment.ts";
import { RECV_WINDOW_MS } from "./host.ts";
import { readOrderAnswer, verdictOn } from "./order-answer.ts";
import { checkMessage, orderRequest } from "./order-request.ts";
import { readOrder } from "./order-status.ts";
import type { BinanceTimeouts } from "./product.ts";
import type { Parameters } from "./signing.ts";
import type { BinanceSymbol } from "./symbols.ts";
import { readTicker } from "./ticker.ts";

/** The venue refuses a timestamp that is further ahead of its own clock than this (docs/venues/binance.md, Signing). */
const MAX_AHEAD_MS = 1_000;
/**
 * Covers a clock slightly faster than the venue's, and the delay between the matching engine and the data that look-ups
 * read.
 */
const MARGIN_MS = 500;
const NO_SUCH_ORDER = -2013;

/**
 * Returns the rule for resending. Binance executes a client order id again once the order with that id is filled
 * (docs/venues/binance.md, Client id), so an order may be resent only when it is certain that the first send had no
 * effect.
 *
 * A send may take effect until the venue's clock is RECV_WINDOW_MS past its timestamp: the venue checks this on arrival
 * and again before the order goes to the matching engine, and at futures the engine checks it too. The timestamp is
 * written within `preparationMs` after `place` began, and was at most MAX_AHEAD_MS ahead of the venue's clock, or it
 * was refused. Only a denial later than all of that can mean that the order will never appear.
 */
export function resendRule({ preparationMs }: BinanceTimeouts): ResendRule {
  const settlesWithinMs = preparationMs + RECV_WINDOW_MS + MAX_AHEAD_MS + MARGIN_MS;
  return { by: "confirmed-absence", settlesWithinMs };
}

/**
 * Returns what an order asks Binance to do.
 * @throws {NotSent} when we know before the send that the order can't succeed, or not now.
 * @throws {InstrumentError} when its ticker names nothing.
 */
export async function prepareOrder(
  environments: Environments,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<{ readonly symbol: BinanceSymbol; readonly parameters: Parameters }> {
  const { product } = environments;
  checkMessage(order.message, product.venue);
  const symbol = await environments.of(credentials).symbols.get(order.message.ticker, signal);
  const parameters = { ...orderRequest(order, symbol, product.venue), ...product.orderParameters(order.message) };
  return { symbol, parameters };
}

/** @throws {NotSent} and {InstrumentError}, like `prepareOrder`. */
export async function placeOrder(
  environments: Environments,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Outcome> {
  const { product, now, monotonic, timeouts } = environments;
  const signBeforeMs = monotonic() + timeouts.preparationMs;
  const { parameters } = await prepareOrder(environments, order, credentials, signal);
  const { host } = environments.of(credentials);
  const { path, refusedWeight: weight } = product.orders;
  const purpose = order.isUrgent ? "closing" : "order";
  const { reply, signature } = await host.send(
    { method: "POST", path, parameters, purpose, weight, timeoutMs: timeouts.orderMs, signBeforeMs },
    credentials,
    signal,
  );
  if (reply.kind !== "answer") return unanswered(reply);
  return readOrderAnswer(reply, {
    table: product.errorTable,
    clientOrderId: order.clientOrderId,
    response: kept(reply.text, credentials, signature),
    nowMs: now(),
  });
}

/**
 * Has Binance test the order by its own rules, and the key with it, without placing it. Binance doesn't look at the
 * account's money.
 * @throws {NotSent} with the reason why Binance wouldn't accept the order, or because it doesn't say; and like
 * `prepareOrder`.
 */
export async function tryOrder(
  environments: Environments,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<BinanceSymbol> {
  const { product, timeouts } = environments;
  const { symbol, parameters } = await prepareOrder(environments, order, credentials, signal);
  const { testPath: path, testWeight: weight } = product.orders;
  const { reply } = await environments
    .of(credentials)
    .host.send(
      { method: "POST", path, parameters, purpose: "question", weight, timeoutMs: timeouts.lookUpMs },
      credentials,
      signal,
    );
  if (reply.kind !== "answer") throw unavailable();
  if (reply.status === 200) return symbol;
  const verdict = verdictOn(reply, product.errorTable);
  if (verdict?.kind === "rejected") throw refused(verdict.reason);
  throw verdict?.kind === "throttled" ? new NotSent({ ...verdict, response: null }) : unavailable();
}

/**
 * Looks the order up by its client order id. Absent means at this moment: the answer comes from a copy that may lag
 * (docs/venues/binance.md, Unknown outcome; docs/pitfalls.md, V8).
 * @throws {NotSent} when we can't ask Binance now.
 */
export async function findOrder(
  environments: Environments,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Found> {
  const { product, timeouts } = environments;
  const { path, lookUpWeight } = product.orders;
  // This needs no list of symbols: the ticker contains the symbol.
  const named = readTicker(order.message.ticker);
  const symbol = typeof named === "string" ? "" : named.symbol;
  const parameters = { symbol, origClientOrderId: order.clientOrderId };
  const { reply, signature } = await environments
    .of(credentials)
    .host.send(
      { method: "GET", path, parameters, purpose: "look-up", weight: lookUpWeight, timeoutMs: timeouts.lookUpMs },
      credentials,
      signal,
    );
  if (reply.kind !== "answer") return { kind: "unclear", cause: reply.cause };
  if (reply.status === 400 && errorIn(reply)?.code === NO_SUCH_ORDER) return { kind: "absent" };
  const response = kept(reply.text, credentials, signature);
  if (reply.status !== 200) return { kind: "unclear", cause: `HTTP ${reply.status}`, response };
  const outcome = readOrder(reply.text, order.clientOrderId, response);
  return outcome ? { kind: "found", outcome } : { kind: "unclear", cause: "unreadable order" };
}

function kept(text: string, { apiKey, secretKey }: Credentials, signature: string): string {
  return withoutSecrets(text, [apiKey, secretKey, signature]);
}
