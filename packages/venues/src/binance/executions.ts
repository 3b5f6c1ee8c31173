/** What becomes of orders at Binance, as far as spot and futures agree: cancelling them, and reading them. */
import type { Reason } from "@chartrelay/contract";
import { readExactJson } from "../http/exact-json.ts";
import type { HttpAnswer } from "../http/client.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import { withoutSecrets } from "../http/secrets.ts";
import { InstrumentError, type Credentials } from "../venue.ts";
import type {
  Cancellation,
  Execution,
  Executions,
  FollowingLimits,
  PlacedOrder,
  Reading,
  ReadingOptions,
  SoughtOrder,
} from "../execution.ts";
import { errorIn } from "./answer-body.ts";
import type { Environments } from "./environment.ts";
import {
  executionOf,
  readAnsweredOrder,
  readAnsweredOrders,
  readTrades,
  type AnsweredOrder,
} from "./execution-answer.ts";
import { verdictOn } from "./order-answer.ts";
import type { Purpose } from "./gate.ts";
import type { Product } from "./product.ts";
import type { Parameters } from "./signing.ts";
import { readTicker } from "./ticker.ts";

/** What differs between the products. */
export type ProductExecutions = Pick<
  Executions,
  "positions" | "money" | "equity" | "isHedged" | "funding" | "estimate" | "events"
>;

/**
 * Of an address's weight. The gate lets everything about executions use three fifths; half of that is for reading the
 * working orders, so that a minute that begins with the last one's savings still fits.
 */
const SHARE_OF_WEIGHT = 0.3;
const READ_EVERY_MS = 2_000;

const NO_SUCH_ORDER = -2013;
/** The order is over, or never was. */
const NOTHING_TO_CANCEL: ReadonlySet<number | undefined> = new Set([-2011, NO_SUCH_ORDER]);
const CANCEL_WEIGHT = 1;
const MOST_TRADES = "1000";

export function createExecutions(environments: Environments, ofProduct: ProductExecutions): Executions {
  const { product, of, now } = environments;
  const { orders } = product;
  const following: FollowingLimits = {
    hasStream: true,
    readEveryMs: READ_EVERY_MS,
    cost: (sought) => Math.min(symbolsOf(sought).length * orders.working.weightOfSymbol, orders.working.weight),
    costPerMinute: product.venue.weightPerMinute * SHARE_OF_WEIGHT,
  };

  async function cancel(order: PlacedOrder, credentials: Credentials, signal: AbortSignal): Promise<Cancellation> {
    const { reply, signature } = await of(credentials).host.send(
      {
        method: "DELETE",
        path: orders.path,
        parameters: { symbol: symbolOf(order), origClientOrderId: order.clientOrderId },
        purpose: "cancel",
        weight: CANCEL_WEIGHT,
        isFreeOnSuccess: orders.cancelIsFree,
        timeoutMs: environments.timeouts.orderMs,
      },
      credentials,
      signal,
    );
    if (reply.kind !== "answer") {
      return reply.kind === "not-sent"
        ? { kind: "throttled", reason: "VENUE_UNAVAILABLE" }
        : { kind: "unknown", cause: reply.cause, response: null };
    }
    const response = withoutSecrets(reply.text, [credentials.apiKey, credentials.secretKey, signature]);
    // An answer about another order proves nothing about this one.
    const cancelled = reply.status === 200 ? readAnsweredOrder(cancelledIn(reply)) : undefined;
    if (cancelled?.clientOrderId === order.clientOrderId) return { kind: "accepted" };
    if (reply.status === 400 && NOTHING_TO_CANCEL.has(errorIn(reply)?.code)) return { kind: "over" };
    const verdict = verdictOn(reply, product.errorTable);
    if (verdict?.kind === "rejected") return { kind: "refused", reason: verdict.reason, response };
    if (verdict?.kind !== "throttled") return { kind: "unknown", cause: `HTTP ${reply.status}`, response };
    const waitMs = retryAfterMs(reply.headers, now()) ?? verdict.retryAfterMs;
    return { kind: "throttled", reason: verdict.reason, ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
  }

  async function fills(
    order: PlacedOrder,
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<Reading<Execution | null>> {
    const parameters = { symbol: symbolOf(order), origClientOrderId: order.clientOrderId };
    const question = { path: orders.path, weight: orders.lookUpWeight, parameters };
    const answer = await ask(environments, question, credentials, signal, readAnsweredOrder, (reply) =>
      reply.status === 400 && errorIn(reply)?.code === NO_SUCH_ORDER ? { value: null } : undefined,
    );
    if (answer.kind !== "read" || answer.value === null) return answer as Reading<null>;
    const read = answer.value;
    if (read.clientOrderId !== order.clientOrderId) return { kind: "unknown", cause: "another order's answer" };
    noteRead(credentials, read);
    if (read.filledQuantity === "0") return { ...answer, value: executionOf(orderOf(read), []) };
    const trades = await ask(
      environments,
      {
        ...orders.trades,
        parameters: { symbol: parameters.symbol, orderId: read.venueOrderId, limit: MOST_TRADES },
      },
      credentials,
      signal,
      readTrades,
    );
    return trades.kind === "read" ? { ...trades, value: executionOf(orderOf(read), trades.value) } : trades;
  }

  /** All of an account's orders at once are dear: a few symbols cost less one by one. */
  async function working(
    credentials: Credentials,
    signal: AbortSignal,
    sought: readonly SoughtOrder[] = [],
    options?: ReadingOptions,
  ): Promise<Reading<readonly Execution[]>> {
    const { path, weight, weightOfSymbol } = orders.working;
    const purpose = purposeOf(options);
    const symbols = symbolsOf(sought);
    const isDear = symbols.length === 0 || symbols.includes("") || symbols.length * weightOfSymbol >= weight;
    const questions = isDear
      ? [{ path, weight, purpose, parameters: {} }]
      : symbols.map((symbol) => ({ path, weight: weightOfSymbol, purpose, parameters: { symbol } }));
    const found: Execution[] = [];
    for (const question of questions) {
      const list = await ask(environments, question, credentials, signal, readAnsweredOrders);
      if (list.kind !== "read") return list;
      for (const order of list.value) noteRead(credentials, order);
      found.push(...list.value.map((order) => executionOf(orderOf(order), [])));
    }
    return { kind: "read", value: found, atMs: now() };
  }

  const noteRead = (credentials: Credentials, { changedAtMs, ...order }: AnsweredOrder) =>
    of(credentials).missedEvents.read(credentials, executionOf(order, []), changedAtMs);

  return {
    following,
    cancel,
    fills,
    working,
    ...ofProduct,
    /** Coins trade around the clock; a symbol that doesn't trade now has no time when it will. */
    async schedule(ticker, credentials, signal) {
      const isOpen = await of(credentials)
        .symbols.get(ticker, signal)
        .then(() => true)
        .catch((error: unknown) => {
          if (error instanceof InstrumentError && error.reason === "INSTRUMENT_NOT_TRADABLE") return false;
          throw error;
        });
      return { kind: "read", value: { isOpen, closesAtMs: null, opensAtMs: null }, atMs: now() };
    },
  };
}

function symbolOf({ message }: PlacedOrder): string {
  return symbolIn(message.ticker);
}

function symbolIn(ticker: string): string {
  const named = readTicker(ticker);
  return typeof named === "string" ? "" : named.symbol;
}

function orderOf({ changedAtMs: _, ...order }: AnsweredOrder): Omit<AnsweredOrder, "changedAtMs"> {
  return order;
}

/** Spot's answer has the cancelled order's id elsewhere, and another name for its time. */
function cancelledIn({ text }: HttpAnswer): unknown {
  const json = readExactJson(text);
  if (typeof json !== "object" || json === null) return undefined;
  const { origClientOrderId, transactTime, ...rest } = json as Readonly<Record<string, unknown>>;
  if (origClientOrderId === undefined) return rest;
  return { ...rest, clientOrderId: origClientOrderId, updateTime: transactTime };
}

export interface Question {
  readonly path: string;
  readonly parameters: Parameters;
  readonly weight: number;
  /** `execution` by default. */
  readonly purpose?: Purpose;
}

/** Returns what a reading is for: an urgent one may end a risk, as a cancellation may. */
export const purposeOf = ({ isUrgent = false }: ReadingOptions = {}): Purpose => (isUrgent ? "cancel" : "execution");

/**
 * Asks Binance about an account and reads the answer with `read`; undefined means that it can't be read. `other` reads
 * answers other than 200 that are clear. What no table lists is unknown.
 * @throws {NotSent} when we can't ask now.
 */
export async function ask<Value, Other = never>(
  { of, product, timeouts, now }: Environments,
  question: Question,
  credentials: Credentials,
  signal: AbortSignal,
  read: (json: unknown) => Value | undefined,
  other: (answer: HttpAnswer) => { readonly value: Other } | undefined = () => undefined,
): Promise<Reading<Value | Other>> {
  const { reply } = await of(credentials).host.send(
    { method: "GET", purpose: "execution", timeoutMs: timeouts.lookUpMs, ...question },
    credentials,
    signal,
  );
  if (reply.kind !== "answer") return { kind: "unknown", cause: reply.cause };
  const value = reply.status === 200 ? read(readExactJson(reply.text)) : undefined;
  if (value !== undefined) return { kind: "read", value, atMs: now() };
  const clear = other(reply);
  if (clear) return { kind: "read", value: clear.value, atMs: now() };
  const reason = keyRefusalIn(reply, product);
  if (reason) return { kind: "refused", reason };
  const waitMs = retryAfterMs(reply.headers, now());
  const cause = reply.status === 200 ? "unreadable answer" : `HTTP ${reply.status}`;
  return { kind: "unknown", cause, ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
}

/** Refusals that last until the key changes, and what they mean to somebody who reads. */
const OF_THE_KEY: Partial<Readonly<Record<Reason, Reason>>> = {
  CREDENTIALS_REFUSED: "CREDENTIALS_REFUSED",
  // Binance doesn't say which of them, nor that it is a right.
  KEY_OR_ADDRESS_REFUSED: "KEY_OR_ADDRESS_REFUSED",
  NO_RIGHTS: "NO_RIGHT_TO_READ",
  ACCOUNT_BLOCKED: "ACCOUNT_BLOCKED",
};

/** Returns why Binance refuses a key that asked to read; undefined if it doesn't, or only for now. */
export function keyRefusalIn(answer: HttpAnswer, { errorTable }: Pick<Product, "errorTable">): Reason | undefined {
  const verdict = verdictOn(answer, errorTable);
  return verdict?.kind === "rejected" ? OF_THE_KEY[verdict.reason] : undefined;
}

function symbolsOf(sought: readonly SoughtOrder[]): readonly string[] {
  return [...new Set(sought.map(({ ticker }) => symbolIn(ticker)))];
}
