/** Sending one order, and looking it up. */
import type { Found, Outcome } from "@chartrelay/contract";
import { growingCache } from "../growing-cache.ts";
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
 * Orders that T-Invest has called duplicates without showing them (30057). From then on it knows them, whatever a
 * look-up says: Tinkoff/investAPI#369 reports orders that appeared long afterwards. So none of them counts as absent,
 * and none is resent (docs/pitfalls.md, V5). After a restart, one more repeat under the same order_id shows it again.
 */
export interface Duplicates {
  add(order: VenueOrder, credentials: Credentials): void;
  has(order: VenueOrder, credentials: Credentials): boolean;
}

const MAX_DUPLICATES = 10_000;

export function createDuplicates(): Duplicates {
  const known = growingCache<string, true>(MAX_DUPLICATES);
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
 * Returns what an order asks T-Invest to do.
 * @throws {NotSent} when we know before the send that the order can't succeed.
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

/** @throws {NotSent} like `prepareOrder`. */
export async function placeOrder(
  { environments, instruments, duplicates }: OrderContext,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Outcome> {
  const { message } = order;
  const { instrument, request } = await prepareOrder({ instruments }, order, credentials, signal);
  const reply = await environments.call("OrdersService/PostOrder", request, credentials, { signal });
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
  const reply = await environments.call("OrdersService/GetOrderState", asked, credentials, { signal });
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
