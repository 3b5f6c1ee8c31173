import {
  acceptedOrder,
  alert,
  alertRefusedProblem,
  alertFilter,
  alertListQuery,
  pageOf,
  problemDetails,
} from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import { sendCsv } from "../../platform/http/csv.ts";
import { languageOf } from "../../platform/http/language.ts";
import type { Guards } from "../auth/index.ts";
import { webhookRoute, type CommittedRow, type PostedAlert, type WebhookParts } from "../webhook/index.ts";
import { alertColumns } from "./csv.ts";
import { everyAlert, listAlerts, type AlertListParts } from "./list.ts";

export interface AlertRoutesParts extends AlertListParts {
  readonly webhook: WebhookParts;
  readonly takeIn: (alert: PostedAlert) => Promise<CommittedRow>;
}

/** POST /alerts for TradingView; GET /alerts/me/list and /alerts/me/csv for the signed-in user. */
export function alertRoutes(
  { webhook, takeIn, ...parts }: AlertRoutesParts,
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(webhookRoute({ path: "/alerts", table: "alerts", schema: WEBHOOK_SCHEMA, takeIn }, webhook));

    app.get("/alerts/me/list", { onRequest: requireUser, schema: LIST_SCHEMA }, async (request) =>
      listAlerts(parts, request.user.id, request.query),
    );

    app.get("/alerts/me/csv", { onRequest: requireUser, schema: CSV_SCHEMA }, (request, reply) => {
      const columns = alertColumns(translator(languageOf(request)));
      return sendCsv(reply, "alerts", columns, everyAlert(parts, request.user.id, request.query));
    });
  };
}

const WEBHOOK_SCHEMA = {
  summary: "Takes a TradingView alert in as a message to a chat",
  description: "The body is the message, text or JSON. A 2xx means that it is stored.",
  tags: ["alerts"],
  // Read leniently by the intake: an account that can't be is unknown, not a bad request.
  querystring: z.looseObject({
    account: z.unknown().optional().describe("The account's id"),
    chat_id: z.unknown().optional().describe("The chat; the account's own unless given"),
  }),
  response: {
    200: acceptedOrder,
    400: alertRefusedProblem,
    404: problemDetails,
    409: problemDetails,
    429: problemDetails,
    503: problemDetails,
  },
} as const;

const LIST_SCHEMA = {
  summary: "The signed-in user's alerts, newest first",
  tags: ["alerts"],
  querystring: alertListQuery,
  response: { 200: pageOf(alert), 401: problemDetails },
} as const;

const CSV_SCHEMA = {
  summary: "The same list as a CSV file, whole",
  tags: ["alerts"],
  querystring: alertFilter,
} as const;
