import { acceptedOrder, badMessageProblem, problemDetails } from "@chartrelay/contract";
import type { FastifyPluginAsync } from "fastify";
import { webhookRoute, type CommittedRow, type PostedAlert, type WebhookParts } from "../webhook/index.ts";

/** POST /orders for TradingView. */
export function orderRoutes(
  takeIn: (alert: PostedAlert) => Promise<CommittedRow>,
  webhook: WebhookParts,
): FastifyPluginAsync {
  return webhookRoute({ path: "/orders", table: "orders", schema: SCHEMA, takeIn }, webhook);
}

const SCHEMA = {
  summary: "Takes a TradingView alert in as an order",
  description: "The body is the message of the alert. A 2xx means that it is stored.",
  tags: ["alerts"],
  response: {
    200: acceptedOrder,
    400: badMessageProblem,
    404: problemDetails,
    409: problemDetails,
    429: problemDetails,
    503: problemDetails,
  },
} as const;
