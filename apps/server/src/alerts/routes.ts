import { alert, alertFilter, alertListQuery, pageOf, problemDetails } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { sendCsv } from "../platform/http/csv.ts";
import { languageOf } from "../platform/http/language.ts";
import type { Guards } from "../identity/auth/index.ts";
import { alertColumns } from "./csv.ts";
import { everyAlert, listAlerts, type AlertListParts } from "./list.ts";

/** GET /alerts/me/list and /alerts/me/csv for the signed-in user. */
export function alertListRoutes(parts: AlertListParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/alerts/me/list", { onRequest: requireUser, schema: LIST_SCHEMA }, async (request) =>
      listAlerts(parts, request.user.id, request.query),
    );

    app.get("/alerts/me/csv", { onRequest: requireUser, schema: CSV_SCHEMA }, (request, reply) => {
      const columns = alertColumns(translator(languageOf(request)));
      return sendCsv(reply, "alerts", columns, everyAlert(parts, request.user.id, request.query));
    });
  };
}

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
