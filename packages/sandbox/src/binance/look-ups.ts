/** Looking up, listing and cancelling orders: the same at both venues except for weights and the wording of answers. */
import type { Answer } from "../fault-delivery.ts";
import { HiddenOrders } from "../hidden-orders.ts";
import type { MarketFill } from "../market/terms.ts";
import type { BinanceKey } from "./api-keys.ts";
import type { OrderEntry } from "./order-entry.ts";
import type { Endpoint } from "./endpoints.ts";
import { isOpen, type OrderRequest, type PlacedOrder } from "./order-book.ts";
import { CLIENT_ORDER_ID, LONG, required, SYMBOL, type ParameterRules, type Parameters } from "./parameters.ts";
import { bothMissing, NO_SUCH_ORDER, NOTHING_TO_CANCEL, refused, UNKNOWN_SYMBOL } from "./refusals.ts";

interface Premises<Request extends OrderRequest> {
  readonly orderEntry: OrderEntry<Request>;
  /** The path prefix of the routes: /api/v3 or /fapi/v1. */
  readonly base: string;
  readonly symbols: ReadonlyMap<string, unknown>;
  readonly weights: { readonly find: number; readonly list: number; readonly listAll: number };
  readonly describe: (order: PlacedOrder<Request>) => object;
  /** Whether cancelling costs nothing when it succeeds. */
  readonly cancelIsFree: boolean;
  /** Parameters for cancelling, besides the order's names. */
  readonly cancelParameters: ParameterRules;
  /** Cancels an open order, or returns the refusal. */
  readonly cancel: (order: PlacedOrder<Request>, parameters: Parameters) => Answer;
  readonly trades: {
    /** The last part of the route: myTrades or userTrades. */
    readonly route: string;
    /** The cost with an order's id, and without. */
    readonly weights: { readonly ofOrder: number; readonly ofSymbol: number };
    readonly describe: (fill: MarketFill, order: PlacedOrder<Request>, id: number) => object;
  };
}

const LONGEST_LIST = 1000;
const DEFAULT_LIST = 500;

export function lookUpEndpoints<Key extends BinanceKey, Request extends OrderRequest>({
  orderEntry,
  base,
  symbols,
  weights,
  describe,
  cancelIsFree,
  cancelParameters,
  cancel,
  trades,
}: Premises<Request>): readonly Endpoint<Key>[] {
  const { book } = orderEntry;
  const hidden = new HiddenOrders();
  const names = { symbol: required(SYMBOL), orderId: LONG, origClientOrderId: CLIENT_ORDER_ID };
  /** Passes on the named order, if there is one; answers itself if the request is invalid. */
  const withOrder = (
    parameters: Parameters,
    account: string,
    answer: (order: PlacedOrder<Request> | undefined) => Answer,
  ): Answer => {
    const symbol = parameters.get("symbol") ?? "";
    const [id, clientOrderId] = [parameters.get("orderId"), parameters.get("origClientOrderId")];
    if (!symbols.has(symbol)) return UNKNOWN_SYMBOL;
    if (id === undefined && clientOrderId === undefined) return bothMissing("origClientOrderId", "orderId");
    return answer(book.find(account, symbol, id, clientOrderId));
  };
  return [
    {
      method: "GET",
      path: `${base}/order`,
      operation: "find",
      security: "read",
      weight: weights.find,
      parameters: names,
      answer: ({ key, parameters, faults }) =>
        withOrder(parameters, key.account, (order) =>
          order && !hidden.hides(order, faults) ? { status: 200, body: describe(order) } : NO_SUCH_ORDER,
        ),
    },
    {
      method: "GET",
      path: `${base}/openOrders`,
      operation: "working",
      security: "read",
      weight: (parameters) => (parameters.has("symbol") ? weights.list : weights.listAll),
      parameters: { symbol: SYMBOL },
      answer: ({ key, parameters, faults }) => {
        const symbol = parameters.get("symbol");
        if (symbol !== undefined && !symbols.has(symbol)) return UNKNOWN_SYMBOL;
        const open = book.open(key.account, symbol).filter((order) => !hidden.hides(order, faults));
        return { status: 200, body: open.map(describe) };
      },
    },
    {
      method: "GET",
      path: `${base}/${trades.route}`,
      operation: "fills",
      security: "read",
      weight: (parameters) => (parameters.has("orderId") ? trades.weights.ofOrder : trades.weights.ofSymbol),
      parameters: {
        symbol: required(SYMBOL),
        orderId: LONG,
        startTime: LONG,
        endTime: LONG,
        fromId: LONG,
        limit: LONG,
      },
      answer: ({ key, parameters }) => {
        const symbol = parameters.get("symbol") ?? "";
        if (!symbols.has(symbol)) return UNKNOWN_SYMBOL;
        const limit = Number(parameters.get("limit") ?? DEFAULT_LIST);
        if (limit > LONGEST_LIST) return refused(-1130, "Data sent for parameter 'limit' is not valid.");
        const found = book.fills(key.account, symbol).map((fill) => ({
          fill,
          order: book.of(fill.order),
          id: book.tradeId(fill),
        }));
        const chosen = found.filter(
          ({ fill, order, id }) =>
            isNumber(parameters.get("orderId"), order.id) &&
            id >= Number(parameters.get("fromId") ?? 0) &&
            fill.atMs >= Number(parameters.get("startTime") ?? 0) &&
            fill.atMs <= Number(parameters.get("endTime") ?? Infinity),
        );
        // From `fromId` on the oldest come first; without it, these are the latest.
        const listed = parameters.has("fromId") ? chosen.slice(0, limit) : chosen.slice(-limit);
        return { status: 200, body: listed.map(({ fill, order, id }) => trades.describe(fill, order, id)) };
      },
    },
    {
      method: "DELETE",
      path: `${base}/order`,
      operation: "cancel",
      security: "trade",
      weight: 1,
      ...(cancelIsFree && { isFreeOnSuccess: true }),
      parameters: { ...names, ...cancelParameters },
      answer: ({ key, parameters }) =>
        withOrder(parameters, key.account, (order) =>
          order && isOpen(order) ? cancel(order, parameters) : NOTHING_TO_CANCEL,
        ),
    },
  ];
}

function isNumber(asked: string | undefined, number: number): boolean {
  return asked === undefined || Number(asked) === number;
}
