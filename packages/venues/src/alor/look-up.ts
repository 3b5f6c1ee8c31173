/** Looks an order up by its comment: Alor has no look-up by X-REQID (docs/venues/alor.md, Unknown outcome). */
import type { Found } from "@chartrelay/contract";
import * as z from "zod";
import type { Credentials, VenueOrder } from "../venue.ts";
import { kept, type Environments } from "./environment.ts";
import { reasonOf } from "./order-answer.ts";
import { isConditional } from "./order-request.ts";
import { readTicker } from "./ticker.ts";

const listedOrder = z.looseObject({
  // A stop order's id is a string, an integer or an int64, depending on the page (docs/venues/alor.md, Contradictions
  // 6).
  id: z.union([z.string().min(1), z.number()]),
  comment: z.string().nullish(),
  status: z.string(),
  /** Why a stop order failed. */
  error: z.string().nullish(),
});
type ListedOrder = z.infer<typeof listedOrder>;

/** Statuses of an order that is or was at the venue, and of one that never was. */
const ACCEPTED = new Set(["working", "filled", "canceled"]);
const REJECTED = "rejected";

/**
 * Looks the order up among the portfolio's orders. A conditional order is looked up among the conditional orders first
 * and then among all others, because it becomes one of those when it is triggered, and nothing says that it stays in
 * the first list. In this sequence it can't move from one list to the other between the two look-ups and be missed.
 * @throws {NotSent} when there is no access token for the look-up.
 */
export async function findOrder(
  environments: Environments,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Found> {
  if (isConditional(order.message.type)) {
    const found = await findIn("stoporders", environments, order, credentials, signal);
    if (found.kind !== "absent") return found;
  }
  return findIn("orders", environments, order, credentials, signal);
}

async function findIn(
  list: "orders" | "stoporders",
  environments: Environments,
  order: VenueOrder,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Found> {
  const named = readTicker(order.message.ticker);
  const exchange = typeof named === "string" ? "MOEX" : named.exchange;
  const path = `/md/v2/Clients/${exchange}/${encodeURIComponent(credentials.apiKey)}/${list}?format=Simple`;
  const request = { method: "GET", path, timeoutMs: environments.timeouts.lookupMs, signal } as const;
  const { reply, token } = await environments.authorized(request, credentials, signal);
  if (reply.kind !== "answer") return { kind: "unclear", cause: reply.cause };
  if (reply.status !== 200) {
    return { kind: "unclear", cause: `HTTP ${reply.status}`, response: kept(reply.text, credentials, token) };
  }
  const listed = readList(reply.text);
  if (!listed) return { kind: "unclear", cause: "unreadable list of orders" };

  const own = listed.filter(({ comment }) => comment === order.clientOrderId);
  const response = (one: ListedOrder) => kept(JSON.stringify(one), credentials, token);
  const accepted = own.find(({ status }) => ACCEPTED.has(status));
  if (accepted) return { kind: "found", outcome: { kind: "accepted", response: response(accepted) } };
  const [first] = own;
  if (!first) return { kind: "absent" };
  if (own.some(({ status }) => status !== REJECTED)) return { kind: "unclear", cause: "unknown status of the order" };
  const reason = reasonOf(first.error ?? "");
  return { kind: "found", outcome: { kind: "rejected", reason, response: response(first) } };
}

function readList(text: string): readonly ListedOrder[] | undefined {
  try {
    return z.array(listedOrder).parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
