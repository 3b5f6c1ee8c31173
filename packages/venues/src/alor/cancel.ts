/** Cancels one order of ours. */
import type { Reason } from "@chartrelay/contract";
import type { Cancellation, PlacedOrder } from "../execution.ts";
import type { HttpAnswer } from "../http/client.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import type { Credentials } from "../venue.ts";
import { kept, type Environments } from "./environment.ts";
import { judge } from "./order-answer.ts";
import type { OrderReader } from "./order-reader.ts";
import { isConditional } from "./order-request.ts";
import { exchangeOf } from "./reading.ts";

const ORDERS = "/commandapi/warptrans/TRADE/v2/client/orders";

/** Refusals that say something of a cancellation; Alor's other words for refused orders would leave it unknown. */
const REFUSALS: ReadonlySet<Reason> = new Set(["CREDENTIALS_REFUSED", "NO_RIGHTS", "ACCOUNT_BLOCKED", "MARKET_CLOSED"]);
/** What Alor answers if nothing is left to cancel (the OpenAPI description). */
const NOTHING_TO_CANCEL = new Set(["ordertocancelnotfound", "404"]);

/**
 * Creates the function that cancels. An order whose number isn't known is looked up by our comment, and so is every
 * conditional order: once it has fired, the order that it became has to be cancelled.
 */
export function createCancel(environments: Environments, reader: OrderReader) {
  async function send(
    target: { readonly number: string; readonly isStop: boolean },
    order: PlacedOrder,
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<Cancellation> {
    const query = new URLSearchParams({
      portfolio: credentials.apiKey,
      exchange: exchangeOf(order),
      stop: String(target.isStop),
    });
    const path = `${ORDERS}/${encodeURIComponent(target.number)}?${query.toString()}`;
    const request = { method: "DELETE", path, timeoutMs: environments.timeouts.orderMs, signal } as const;
    const { reply, token } = await environments.authorized(request, credentials, signal, "cancels");
    if (reply.kind !== "answer") return { kind: "unknown", cause: reply.cause, response: null };
    return readCancelAnswer(reply, kept(reply.text, credentials, token), environments.now());
  }

  return async (order: PlacedOrder, credentials: Credentials, signal: AbortSignal): Promise<Cancellation> => {
    const { venueOrderId, message } = order;
    if (venueOrderId && !isConditional(message.type))
      return send({ number: venueOrderId, isStop: false }, order, credentials, signal);
    // Twice at most: it may fire between the look-up and the cancellation.
    for (let isSecond = false; ; isSecond = true) {
      const located = await reader.locate(order, credentials, signal);
      if ("kind" in located) return located.kind === "refused" ? { ...located, response: null } : doubtful(located);
      const target = located.order ?? located.stop;
      if (!target) return { kind: "unknown", cause: "order not found", response: null };
      if (located.stop?.status === "filled" && !located.order)
        return { kind: "unknown", cause: "the triggered order can't be seen yet", response: null };
      if (target.status === "unknown") return { kind: "unknown", cause: "unknown status of the order", response: null };
      if (target.status !== "working") return { kind: "over" };
      const isStop = target === located.stop;
      const cancellation = await send({ number: target.id, isStop }, order, credentials, signal);
      if (cancellation.kind !== "over" || !isStop || isSecond) return cancellation;
    }
  };
}

function doubtful({ cause, retryAfterMs: waitMs }: { readonly cause: string; readonly retryAfterMs?: number }) {
  if (waitMs !== undefined) return { kind: "throttled", reason: "VENUE_THROTTLED", retryAfterMs: waitMs } as const;
  return { kind: "unknown", cause, response: null } as const;
}

function readCancelAnswer(answer: HttpAnswer, response: string, nowMs: number): Cancellation {
  const { verdict, code, message } = judge(answer);
  if (answer.status === 200)
    return message === "success" ? { kind: "accepted" } : { kind: "unknown", cause: "unreadable answer", response };
  if (answer.status === 400 && NOTHING_TO_CANCEL.has(code)) return { kind: "over" };
  if (verdict?.kind === "rejected" && REFUSALS.has(verdict.reason))
    return { kind: "refused", reason: verdict.reason, response };
  if (verdict?.kind === "throttled") {
    const waitMs = retryAfterMs(answer.headers, nowMs) ?? verdict.retryAfterMs;
    return { kind: "throttled", reason: verdict.reason, ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
  }
  return { kind: "unknown", cause: `HTTP ${answer.status}`, response };
}
