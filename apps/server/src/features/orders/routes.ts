import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { acceptedOrder, badMessageProblem, order, pageOf, pageQuery, problemDetails } from "@chartrelay/contract";
import type { FastifyBaseLogger } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { isStorageFailure } from "../../platform/db/failure.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { Guards } from "../auth/index.ts";
import type { AnswerLog, OpenAnswer } from "./answers.ts";
import type { PostedAlert } from "./intake.ts";
import { listOrders } from "./list.ts";
import { bodyOf, keepBodies } from "./posted-body.ts";
import type { CommittedOrder } from "./row.ts";
import { Strangers } from "./strangers.ts";
import { isTradingView } from "./tradingview.ts";

export interface OrderRoutesParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly takeIn: (alert: PostedAlert) => Promise<CommittedOrder>;
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

  return async (app) => {
    await app.register(async (webhook) => {
      keepBodies(webhook);
      if (tradingViewOnly) {
        webhook.addHook("onRequest", async ({ ip }) => {
          if (!isTradingView(ip)) throw new Problem("forbidden");
        });
      }
      webhook.addHook("onError", async ({ ip }, _, error) => {
        const verdict = error instanceof Problem ? error.code : "failed";
        metrics.alerts.inc({ verdict });
        if (verdict === "unknown_account") strangers.count(ip);
      });

      webhook.post("/orders", { helmet: false, schema: WEBHOOK_SCHEMA }, async (request, reply) => {
        const receivedAtUs = clock.nowUs();
        const answer = answers.open(receivedAtUs);
        const id = uuidv7();
        try {
          const { headers } = request;
          const body = bodyOf(request);
          const idempotencyKey = keyOf(headers["idempotency-key"]);
          const order = await takeIn({ id, body, contentType: headers["content-type"], idempotencyKey, receivedAtUs });
          metrics.alerts.inc({ verdict: order.kind });
          // One turn of the event loop lets a hang-up that has reached this machine reach this process.
          await setImmediate();
          followAnswer(answers, answer, order, request.raw.socket, reply.raw);
          return { id: order.id, status: order.status };
        } catch (error) {
          // When the storage fails nobody knows whether it was committed.
          if (isStorageFailure(error)) void answers.lost(answer, id);
          else answers.close(answer);
          throw error;
        }
      });
    });

    app.get("/orders/me/list", { onRequest: requireUser, schema: LIST_SCHEMA }, async (request) =>
      listOrders(database.orm, request.user.id, request.query),
    );
  };
}

/** Sees to it that our record says whether the 2xx to an alert has left us. */
function followAnswer(
  answers: AnswerLog,
  answer: OpenAnswer,
  { id, kind }: CommittedOrder,
  socket: Socket,
  response: ServerResponse,
): void {
  // A client that hung up while we committed gets no answer, and may send the alert again.
  if (socket.destroyed || socket.readableEnded) return void answers.lost(answer, id);
  let isSent = false;
  // Not `writableFinished`: that is true, too, of an answer whose connection broke under it.
  response.once("finish", () => {
    isSent = true;
    if (kind === "resent") void answers.found(answer, id);
    else answers.close(answer);
  });
  response.once("close", () => {
    if (!isSent) void answers.lost(answer, id);
  });
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
