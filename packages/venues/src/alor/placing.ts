/** Sending one order. */
import type { Outcome } from "@chartrelay/contract";
import { refused, unanswered } from "../not-sent.ts";
import type { Credentials, VenueOrder } from "../venue.ts";
import { kept, type Environments } from "./environment.ts";
import type { AlorInstrument, AlorInstruments } from "./instruments.ts";
import { readOrderAnswer } from "./order-answer.ts";
import { orderRequest, type OrderRequest } from "./order-request.ts";
import { may, opens } from "./token.ts";

/** More than an order can use up in the longest time to live that can be set, an hour. */
const MAX_REQUEST_IDS = 24;

/**
 * Returns how long to wait, in milliseconds, after a number of attempts that were refused because of clearing. A
 * clearing lasts from five to twenty minutes, an order usually lives for one: the first waits are short, so that an
 * order that arrives at the end of a clearing gets through; later ones double, because each attempt has to walk through
 * all earlier request ids.
 */
function clearingWaitMs(attempts: number): number {
  return Math.min(5_000 * 2 ** (attempts - 1), 5 * 60_000);
}

/**
 * Returns what an order asks Alor to do.
 * @throws {NotSent} when we know before the send that the order can't succeed.
 */
export async function prepareOrder(
  environments: Environments,
  instruments: AlorInstruments,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<{ readonly instrument: AlorInstrument; readonly request: OrderRequest }> {
  const token = await environments.tokens.get(credentials, signal);
  if (!opens(token, credentials.apiKey) || !may(token, "OrdersCreate")) throw refused("NO_RIGHTS");
  const instrument = await instruments.get(order.message.ticker, credentials, signal);
  return { instrument, request: orderRequest(order, instrument, credentials.apiKey, environments.now()) };
}

/** @throws {NotSent} like `prepareOrder`. */
export async function placeOrder(
  environments: Environments,
  instruments: AlorInstruments,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Outcome> {
  const { request } = await prepareOrder(environments, instruments, order, credentials, signal);
  for (let attempt = 1; ; attempt += 1) {
    const id = requestId(credentials.apiKey, order.clientOrderId, attempt);
    const { outcome, isSpent } = await sendOrder(environments, request, id, credentials, signal);
    if (isSpent && attempt < MAX_REQUEST_IDS) continue;
    const isClearing = outcome.kind === "throttled" && outcome.reason === "CLEARING";
    if (!isClearing) return outcome;
    return { ...outcome, retryAfterMs: outcome.retryAfterMs || clearingWaitMs(attempt) };
  }
}

/**
 * Returns the X-REQID: always the same for an order, even after a crash, so that Alor executes it at most once. It
 * includes the portfolio because the scope of its uniqueness is undocumented (docs/venues/alor.md, Repeating a
 * request).
 *
 * An order that was refused unexecuted (clearing) may be retried, but under its first id Alor would only repeat its
 * first answer. So an order has a sequence of ids; each is used only after Alor has shown that it remembers the
 * previous one and that nothing came of it, and every send walks through the sequence from its start. However often and
 * wherever this stops, no two ids can be executed: an id that Alor doesn't remember is itself sent again, not skipped.
 */
function requestId(portfolio: string, clientOrderId: string, attempt: number): string {
  const first = `${encodeURIComponent(portfolio)};${clientOrderId}`;
  return attempt === 1 ? first : `${first};${attempt}`;
}

async function sendOrder(
  environments: Environments,
  { path, body }: OrderRequest,
  id: string,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<{ readonly outcome: Outcome; readonly isSpent: boolean }> {
  const headers = { "content-type": "application/json", "x-reqid": id };
  const request = { method: "POST", path, headers, body, timeoutMs: environments.timeouts.orderMs, signal } as const;
  const { reply, token } = await environments.authorized(request, credentials, signal);
  if (reply.kind === "answer") return readOrderAnswer(reply, kept(reply.text, credentials, token), environments.now());
  return { outcome: unanswered(reply), isSpent: false };
}
