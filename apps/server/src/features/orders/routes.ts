import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { acceptedOrder, badMessageProblem, order, pageOf, pageQuery, problemDetails } from "@chartrelay/contract";
import type { FastifyBaseLogger } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { Guards } from "../auth/index.ts";
import type { Answerable, AnswerLog } from "./answers.ts";
import type { Intake, PostedAlert } from "./intake.ts";
import { listOrders } from "./list.ts";
import { Strangers } from "./strangers.ts";
import { isTradingView } from "./tradingview.ts";

export interface OrderRoutesParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly takeIn: (alert: PostedAlert) => Promise<Intake>;
  readonly answers: AnswerLog;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, "alerts">;
  /** Whether alerts are taken from TradingView's addresses only. */
  readonly tradingViewOnly: boolean;
}

const MAX_KEY_LENGTH = 255;

/** POST /orders for TradingView, GET /orders/me/list for the signed-in user. */
export function orderRoutes(parts: OrderRoutesParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  const { database, clock, takeIn, answers, logger, metrics, tradingViewOnly } = parts;
  const strangers = new Strangers(clock, (address, count) =>
    logger.warn({ address, count }, "alerts for unknown accounts"),
  );

  function followAnswer(response: ServerResponse, order: Answerable): void {
    // Not `writableFinished`: that is true, too, of an answer whose connection broke under it.
    response.once("finish", () => answers.sent(order));
    response.once("close", () => {
      if (!order.answered) void answers.lost(order);
    });
  }

  return async (app) => {
    await app.register(async (webhook) => {
      // The body is kept as it came, whatever it calls itself.
      webhook.removeAllContentTypeParsers();
      webhook.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));

      webhook.addHook("onRequest", async ({ ip }) => {
        if (tradingViewOnly && !isTradingView(ip)) throw new Problem("forbidden");
      });
      webhook.addHook("onError", async ({ ip }, _, error) => {
        const verdict = error instanceof Problem ? error.code : "failed";
        metrics.alerts.inc({ verdict });
        if (verdict === "unknown_account") strangers.count(ip);
      });

      webhook.post("/orders", { schema: WEBHOOK_SCHEMA }, async (request, reply) => {
        const { order: committed, delivery } = await takeIn({
          body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
          contentType: request.headers["content-type"],
          idempotencyKey: keyOf(request.headers["idempotency-key"]),
          receivedAtUs: clock.nowUs(),
        });
        metrics.alerts.inc({ verdict: committed.kind });
        const answerable: Answerable = delivery ?? { id: committed.id, answered: false, answerWritten: false };
        // A client that hung up while we committed gets no answer, and may send the alert again. One turn of the event
        // loop lets a hang-up that has reached this machine reach this process.
        await setImmediate();
        const { destroyed, readableEnded } = request.raw.socket;
        if (destroyed || readableEnded) await answers.lost(answerable);
        else followAnswer(reply.raw, answerable);
        return { id: committed.id, status: committed.status };
      });
    });

    app.get("/orders/me/list", { onRequest: requireUser, schema: LIST_SCHEMA }, async (request) =>
      listOrders(database.orm, request.user.id, request.query),
    );
  };
}

function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === "") return undefined;
  if (typeof header !== "string" || header.length > MAX_KEY_LENGTH) throw new Problem("bad_request");
  return header;
}

const WEBHOOK_SCHEMA = {
  summary: "Takes a TradingView alert in as an order",
  description: "The body is the message of the alert. A 2xx means that it is stored.",
  tags: ["alerts"],
  response: {
    200: acceptedOrder,
    400: badMessageProblem,
    404: problemDetails,
    409: problemDetails,
    503: problemDetails,
  },
} as const;

const LIST_SCHEMA = {
  summary: "The signed-in user's orders, newest first",
  tags: ["orders"],
  querystring: pageQuery,
  response: { 200: pageOf(order), 401: problemDetails },
} as const;
