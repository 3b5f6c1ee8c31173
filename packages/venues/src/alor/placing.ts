/** Sending one order, and finding it again. */
import type { Found, Outcome } from "@chartrelay/contract";
import * as z from "zod";
import { withoutSecrets } from "../http/secrets.ts";
import { refused } from "../not-sent.ts";
import type { Credentials, VenueOrder } from "../venue.ts";
import type { Circuits } from "./circuit.ts";
import type { AlorInstruments } from "./instruments.ts";
import { readOrderAnswer } from "./order-answer.ts";
import { checkOrderType, orderRequest, type OrderRequest } from "./order-request.ts";
import { readTicker } from "./ticker.ts";
import type { AccessToken } from "./token.ts";

/** An order's time to live ends long before so many of its attempts were turned away. */
const MAX_REQUEST_IDS = 8;

/** @throws {NotSent} when what is known of the order before the send is enough to say that it goes nowhere. */
export async function placeOrder(
  circuits: Circuits,
  instruments: AlorInstruments,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Outcome> {
  checkOrderType(order.message);
  const { portfolios } = await circuits.tokens.get(credentials, signal);
  if (portfolios && !portfolios.has(credentials.apiKey)) throw refused("NO_RIGHTS");
  const instrument = await instruments.get(order.message.ticker, credentials, signal);
  const request = orderRequest(order, instrument, credentials.apiKey);
  for (let attempt = 1; ; attempt += 1) {
    const id = requestId(credentials.apiKey, order.clientOrderId, attempt);
    const { outcome, isSpent } = await sendOrder(circuits, request, id, credentials, signal);
    if (!isSpent || attempt === MAX_REQUEST_IDS) return outcome;
  }
}

/**
 * The X-REQID: the same for the same order, after a crash too, so that Alor executes it once at most. The portfolio is in
 * it because the scope of its uniqueness is undocumented (facts/venues.md, Alor, Repeat of X-REQID).
 *
 * An order that was turned away unexecuted (clearing) may be tried again, but under its first id Alor would only repeat
 * its first answer. So the ids of an order form a row; each is used only once Alor has shown that it remembers the one
 * before it and that nothing came of that, and every send walks the row from its start. However often and wherever it
 * breaks off, no two of them can be executed: an id that Alor doesn't remember is sent again itself, not passed over.
 */
function requestId(portfolio: string, clientOrderId: string, attempt: number): string {
  const first = `${encodeURIComponent(portfolio)};${clientOrderId}`;
  return attempt === 1 ? first : `${first};${attempt}`;
}

async function sendOrder(
  circuits: Circuits,
  { path, body }: OrderRequest,
  id: string,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<{ readonly outcome: Outcome; readonly isSpent: boolean }> {
  const headers = { "content-type": "application/json", "x-reqid": id };
  const request = { method: "POST", path, headers, body, timeoutMs: circuits.timeouts.orderMs, signal } as const;
  const { reply, token } = await circuits.authorized(request, credentials, signal);
  if (reply.kind === "answer") return readOrderAnswer(reply, kept(reply.text, credentials, token), circuits.now());
  const outcome: Outcome =
    reply.kind === "not-sent"
      ? { kind: "throttled", reason: "VENUE_UNAVAILABLE", response: null }
      : { kind: "unknown", cause: reply.cause, response: null };
  return { outcome, isSpent: false };
}

const listedOrder = z.looseObject({ id: z.string().min(1), comment: z.string().nullish(), status: z.string() });
type ListedOrder = z.infer<typeof listedOrder>;

/** Statuses of an order that stands or stood at the exchange, and of one that never did. */
const ACCEPTED = new Set(["working", "filled", "canceled"]);
const REJECTED = "rejected";

/**
 * Looks the order up among the portfolio's orders by its comment: Alor has no look-up by X-REQID (facts/venues.md, Alor,
 * Unknown outcome).
 * @throws {NotSent} when there is no access token to ask with.
 */
export async function findOrder(
  circuits: Circuits,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Found> {
  const exchange = readTicker(order.message.ticker)?.exchange ?? "MOEX";
  const path = `/md/v2/Clients/${exchange}/${encodeURIComponent(credentials.apiKey)}/orders?format=Simple`;
  const request = { method: "GET", path, timeoutMs: circuits.timeouts.lookupMs, signal } as const;
  const { reply, token } = await circuits.authorized(request, credentials, signal);
  if (reply.kind !== "answer") return { kind: "unclear", cause: reply.cause };
  if (reply.status !== 200) return { kind: "unclear", cause: `HTTP ${reply.status}` };
  const listed = readList(reply.text);
  if (!listed) return { kind: "unclear", cause: "unreadable list of orders" };

  const own = listed.filter(({ comment }) => comment === order.clientOrderId);
  const response = (one: ListedOrder) => kept(JSON.stringify(one), credentials, token);
  const accepted = own.find(({ status }) => ACCEPTED.has(status));
  if (accepted) return { kind: "found", outcome: { kind: "accepted", response: response(accepted) } };
  const [first] = own;
  if (!first) return { kind: "absent" };
  if (own.some(({ status }) => status !== REJECTED)) return { kind: "unclear", cause: "unknown status of the order" };
  return { kind: "found", outcome: { kind: "rejected", reason: "VENUE_REFUSED", response: response(first) } };
}

function readList(text: string): readonly ListedOrder[] | undefined {
  try {
    return z.array(listedOrder).parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function kept(text: string, { apiKey, secretKey }: Credentials, { jwt }: AccessToken): string {
  return withoutSecrets(text, [apiKey, secretKey, jwt]);
}
