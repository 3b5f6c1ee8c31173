import { acceptedOrder, badMessageProblem, order, pageOf, pageQuery, problemDetails } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { RequireUser } from "../auth/index.ts";
import type { AnswerLog } from "./answers.ts";
import type { Intake, PostedAlert } from "./intake.ts";
import { listOrders } from "./list.ts";

export interface OrderRoutesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly takeIn: (alert: PostedAlert) => Promise<Intake>;
  readonly answers: AnswerLog;
  readonly requireUser: RequireUser;
}

const MAX_KEY_LENGTH = 255;

/** POST /orders for TradingView, GET /orders/me/list for the signed-in user. */
export const orderRoutes: FastifyPluginAsyncZod<OrderRoutesOptions> = async (app, options) => {
  const { database, clock, takeIn, answers, requireUser } = options;

  await app.register(async (webhook) => {
    // The body is kept as it came, whatever it calls itself.
    webhook.removeAllContentTypeParsers();
    webhook.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));

    webhook.post("/orders", { schema: WEBHOOK_SCHEMA }, async (request, reply) => {
      const receivedAtUs = clock.nowUs();
      const { order: committed, delivery } = await takeIn({
        body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
        contentType: request.headers["content-type"],
        idempotencyKey: keyOf(request.headers["idempotency-key"]),
        receivedAtUs,
      });
      const answerable = delivery ?? { id: committed.id, answerWritten: false };
      reply.raw.once("close", () => {
        if (!reply.raw.writableFinished) return void answers.lost(answerable);
        if (delivery) delivery.answered = true;
        answers.sent(answerable);
      });
      return { id: committed.id, status: committed.status };
    });
  });

  app.get("/orders/me/list", { schema: LIST_SCHEMA, preHandler: requireUser }, async (request) =>
    listOrders(database.orm, request.user.id, request.query),
  );
};

function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === "") return undefined;
  if (typeof header !== "string" || header.length > MAX_KEY_LENGTH) throw new Problem("bad_request");
  return header;
}

const WEBHOOK_SCHEMA = {
  summary: "Takes a TradingView alert in as an order",
  description: "The body is the message of the alert. A 2xx means that it is stored.",
  tags: ["alerts"],
  response: { 200: acceptedOrder, 400: badMessageProblem, 404: problemDetails, 409: problemDetails, 503: problemDetails },
} as const;

const LIST_SCHEMA = {
  summary: "The signed-in user's orders, newest first",
  tags: ["orders"],
  querystring: pageQuery,
  response: { 200: pageOf(order), 401: problemDetails },
} as const;
