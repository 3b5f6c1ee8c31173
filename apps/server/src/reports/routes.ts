/** Routes with which signed-in users read their profit and loss, and what execution cost. */
import {
  orderCost,
  orderCostQuery,
  pageOf,
  problemDetails,
  report,
  reportFilter,
  reportQuery,
} from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../identity/auth/index.ts";
import { sendCsv } from "../platform/http/csv.ts";
import { languageOf } from "../platform/http/language.ts";
import { everyFill, fillColumns } from "./fills-csv.ts";
import { listOrderCosts } from "./order-costs.ts";
import { periodOf } from "./period.ts";
import { reportFor, type ReportParts } from "./report.ts";

/** GET /reports/me, /reports/me/orders and /reports/me/csv. */
export function reportRoutes(parts: ReportParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/reports/me", { onRequest: requireUser, schema: REPORT_SCHEMA }, async ({ user, query }) =>
      reportFor(parts, user.id, query),
    );

    app.get("/reports/me/orders", { onRequest: requireUser, schema: ORDERS_SCHEMA }, async ({ user, query }) =>
      listOrderCosts(parts, user.id, query),
    );

    app.get("/reports/me/csv", { onRequest: requireUser, schema: CSV_SCHEMA }, (request, reply) =>
      sendCsv(
        reply,
        "fills",
        fillColumns(translator(languageOf(request))),
        everyFill(parts, request.user.id, periodOf(request.query, parts.clock.nowMs()), request.query),
      ),
    );
  };
}

const tags = ["reports"];

const REPORT_SCHEMA = {
  summary: "The signed-in user's profit and loss, fees and cost of execution",
  description: "By currency, day, instrument and account. Without a period, the last thirty days.",
  tags,
  querystring: reportQuery,
  response: { 200: report, 401: problemDetails, 422: problemDetails },
} as const;

const ORDERS_SCHEMA = {
  summary: "What the execution of each order cost, latest first",
  tags,
  querystring: orderCostQuery,
  response: { 200: pageOf(orderCost), 401: problemDetails, 422: problemDetails },
} as const;

const CSV_SCHEMA = {
  summary: "The signed-in user's fills as a CSV file",
  tags,
  querystring: reportFilter,
} as const;
