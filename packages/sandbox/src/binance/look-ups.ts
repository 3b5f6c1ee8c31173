/** Looking up, listing and cancelling orders: the same at both venues except for weights and the wording of answers. */
import type { Answer } from "../fault-delivery.ts";
import { HiddenOrders } from "../hidden-orders.ts";
import type { BinanceKey } from "./api-keys.ts";
import type { OrderEntry } from "./order-entry.ts";
import type { Endpoint } from "./endpoints.ts";
import type { OrderRequest, PlacedOrder } from "./order-book.ts";
import { CLIENT_ORDER_ID, LONG, required, SYMBOL, type ParameterRules, type Parameters } from "./parameters.ts";
import { bothMissing, NO_SUCH_ORDER, NOTHING_TO_CANCEL, UNKNOWN_SYMBOL } from "./refusals.ts";

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
}

export function lookUpEndpoints<Key extends BinanceKey, Request extends OrderRequest>({
  orderEntry,
  base,
  symbols,
  weights,
  describe,
  cancelIsFree,
  cancelParameters,
  cancel,
}: Premises<Request>): readonly Endpoint<Key>[] {
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
    return answer(orderEntry.book.find(account, symbol, id, clientOrderId));
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
      operation: "find",
      security: "read",
      weight: (parameters) => (parameters.has("symbol") ? weights.list : weights.listAll),
      parameters: { symbol: SYMBOL },
      answer: ({ key, parameters, faults }) => {
        const symbol = parameters.get("symbol");
        if (symbol !== undefined && !symbols.has(symbol)) return UNKNOWN_SYMBOL;
        const open = orderEntry.book.open(key.account, symbol).filter((order) => !hidden.hides(order, faults));
        return { status: 200, body: open.map(describe) };
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
          order?.status === "NEW" ? cancel(order, parameters) : NOTHING_TO_CANCEL,
        ),
    },
  ];
}
