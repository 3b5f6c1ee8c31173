/** Test orders: take an alert all the way, from the message to the venue, on one of the user's demo accounts. */
import {
  badMessageProblem,
  manifestOf,
  parseOrderMessage,
  problemDetails,
  type ListedVenue,
  type TestOrder,
  testOrder,
  type TestOrderPayload,
  testOrderPayload,
} from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { v7 as uuidv7 } from "uuid";
import type { AccountDirectory } from "../accounts/index.ts";
import type { Guards } from "../identity/auth/index.ts";
import type { Clock } from "../platform/clock.ts";
import { fieldProblem } from "../platform/http/problem.ts";
import { type Bus, topic } from "../platform/pubsub.ts";
import { type AcceptedSignal, badMessage, type Post } from "../signals/index.ts";

/** A user's test order is accepted, and will be sent. */
export const TEST_ORDER_ACCEPTED = topic<{
  readonly userId: string;
  readonly orderId: string;
  /** Whether the user gave its message; otherwise it is our example. */
  readonly isOwnMessage: boolean;
}>("test order accepted");

export interface TestOrderParts {
  readonly accounts: Pick<AccountDirectory, "named">;
  readonly clock: Pick<Clock, "nowUs" | "monotonicMs">;
  readonly take: (alert: Post) => Promise<AcceptedSignal>;
  readonly bus: Pick<Bus, "publish">;
  /** All venues unless a test says otherwise. */
  readonly venues?: readonly ListedVenue[];
}

/**
 * Creates the function behind POST /orders/test. It throws {Problem} validation_failed on `account` or `message` if the
 * order wouldn't go to one of the user's demo accounts, bad_message if its account can't be read, and whatever the
 * intake throws.
 */
export function createOrderTests({
  accounts,
  clock,
  take,
  bus,
  venues,
}: TestOrderParts): (userId: string, payload: TestOrderPayload) => Promise<TestOrder> {
  return async (userId, { account: accountId, message: given }) => {
    const receipt = { receivedAtUs: clock.nowUs(), receivedAtMonotonicMs: clock.monotonicMs() };
    const account = (await accounts.named(accountId))?.account;
    if (account?.userId !== userId) throw fieldProblem({ account: "unknown_entry" });
    if (!account.isDemo) throw fieldProblem({ account: "test_on_demo_only" });
    const message =
      given ?? JSON.stringify({ account: accountId, ...manifestOf(account.venue, venues).exampleOrder }, null, 2);
    const body = Buffer.from(message);
    const { account: named, problems } = parseOrderMessage(body, undefined);
    if (named === undefined) throw badMessage(problems);
    // The message must name the account that was just checked.
    if (named !== accountId) throw fieldProblem({ message: "other_account" });
    const id = uuidv7();
    // A unique key, so that it neither is a resend nor has one.
    const order = await take({ id, body, contentType: undefined, idempotencyKey: `test ${id}`, ...receipt });
    bus.publish(TEST_ORDER_ACCEPTED, { userId, orderId: order.id, isOwnMessage: given !== undefined });
    return { id: order.id, status: order.status, message };
  };
}

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
