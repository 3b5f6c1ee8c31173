import {
  badMessageProblem,
  problemDetails,
  testOrder,
  testOrderPayload,
  type TestOrder,
  type TestOrderPayload,
} from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../identity/auth/index.ts";

/** POST /orders/test: a test order of the signed-in user. */
export function testOrderRoute(
  test: (userId: string, payload: TestOrderPayload) => Promise<TestOrder>,
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post("/orders/test", { onRequest: requireUser, config: PER_ADDRESS, schema: SCHEMA }, async ({ user, body }) =>
      test(user.id, body),
    );
  };
}

const PER_ADDRESS = { rateLimit: { max: 30, timeWindow: "1 minute" } };

const SCHEMA = {
  summary: "Sends a test order the whole way, to a demo account",
  description: "Its progress arrives by /events.",
  tags: ["orders"],
  body: testOrderPayload,
  response: { 200: testOrder, 400: badMessageProblem, 401: problemDetails, 422: problemDetails },
} as const;
