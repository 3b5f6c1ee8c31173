/** Sending one order, and finding it again. */
import type { Found, Outcome } from "@chartrelay/contract";
import { LRUCache } from "lru-cache";
import { withoutSecrets } from "../http/secrets.ts";
import { unanswered } from "../not-sent.ts";
import type { Credentials, VenueOrder } from "../venue.ts";
import type { Environments } from "./environment.ts";
import type { TinkoffInstrument, TinkoffInstruments } from "./instruments.ts";
import { causeOf, DUPLICATE, readOrderAnswer, readOrderState } from "./order-answer.ts";
import { checkBeforeLookUp, orderRequest, type PostOrderRequest } from "./order-request.ts";
import { readRefusal } from "./refusal.ts";

export interface OrderContext {
  readonly environments: Environments;
  readonly instruments: TinkoffInstruments;
  readonly duplicates: Duplicates;
}

/**
 * The orders that T-Invest has called duplicates without showing them (30057). From then on it knows them, whatever a
 * look-up says: Tinkoff/investAPI#369 tells of orders that came to light long afterwards. So none of them is absent, and
 * none is sent again (docs/pitfalls.md, V5). After a restart one more repeat under the same order_id tells it anew.
 */
export interface Duplicates {
  add(order: VenueOrder, credentials: Credentials): void;
  has(order: VenueOrder, credentials: Credentials): boolean;
}

const MAX_DUPLICATES = 10_000;

export function createDuplicates(): Duplicates {
  const known = new LRUCache<string, true>({ max: MAX_DUPLICATES });
  const keyOf = ({ clientOrderId }: VenueOrder, { apiKey }: Credentials) => `${apiKey} ${clientOrderId}`;
  return {
    add(order, credentials) {
      known.set(keyOf(order, credentials), true);
    },
    has: (order, credentials) => known.has(keyOf(order, credentials)),
  };
}

const INSTRUMENT_NOT_FOUND = 50002;

/**
 * What an order asks T-Invest to do.
 * @throws {NotSent} when what is known of the order before the send is enough to say that it goes nowhere.
 */
export async function prepareOrder(
  { instruments }: Pick<OrderContext, "instruments">,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<{ readonly instrument: TinkoffInstrument; readonly request: PostOrderRequest }> {
  checkBeforeLookUp(order.message);
  const instrument = await instruments.get(order.message.ticker, credentials, signal);
  return { instrument, request: orderRequest(order, instrument, credentials.apiKey) };
}

/** @throws {NotSent} as `prepareOrder`. */
export async function placeOrder(
  { environments, instruments, duplicates }: OrderContext,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Outcome> {
  const { message } = order;
  const { instrument, request } = await prepareOrder({ instruments }, order, credentials, signal);
  const reply = await environments.call("OrdersService/PostOrder", request, credentials, signal);
  if (reply.kind !== "answer") return unanswered(reply);
  const refusal = readRefusal(reply);
  if (refusal?.number === DUPLICATE) duplicates.add(order, credentials);
  if (refusal?.number === INSTRUMENT_NOT_FOUND) instruments.forget(message.ticker, credentials, instrument);
  return readOrderAnswer(reply, order, kept(reply.text, credentials), environments.now());
}

const ORDER_NOT_FOUND = 50005;

/**
 * Looks the order up by its order_id (docs/venues/t-invest.md, Unknown outcome).
 * @throws {NotSent} when the token has no look-up left this minute.
 */
export async function findOrder(
  { environments, duplicates }: OrderContext,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Found> {
  const { apiKey: accountId } = credentials;
  const asked = { accountId, orderId: order.clientOrderId, orderIdType: "ORDER_ID_TYPE_REQUEST" };
  const reply = await environments.call("OrdersService/GetOrderState", asked, credentials, signal);
  if (reply.kind !== "answer") return { kind: "unclear", cause: reply.cause };
  const response = kept(reply.text, credentials);
  if (reply.status === 200) {
    const outcome = readOrderState(reply, order, response);
    return outcome ? { kind: "found", outcome } : { kind: "unclear", cause: "unreadable order" };
  }
  const refusal = readRefusal(reply);
  if (refusal?.status !== "NOT_FOUND" || refusal.number !== ORDER_NOT_FOUND)
    return { kind: "unclear", cause: causeOf(reply.status, refusal), response };
  return duplicates.has(order, credentials)
    ? { kind: "unclear", cause: `error ${DUPLICATE}: known, and its report not found` }
    : { kind: "absent" };
}

function kept(text: string, { apiKey, secretKey }: Credentials): string {
  return withoutSecrets(text, [apiKey, secretKey]);
}
