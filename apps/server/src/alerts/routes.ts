import {
  type Alert,
  alert,
  alertFilter,
  alertListQuery,
  pageOf,
  problemDetails,
  REASONS,
  shortAccountId,
} from "@chartrelay/contract";
import { type Translate, translator } from "@chartrelay/locales";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Guards } from "../identity/auth/index.ts";
import { type CsvColumn, sendCsv } from "../platform/http/csv.ts";
import { languageOf } from "../platform/http/language.ts";
import { alerts } from "../platform/db/schema.ts";
import { listReasons } from "../platform/lists/reasons.ts";
import { type AlertListParts, everyAlert, listAlerts } from "./list.ts";

/** GET /alerts/me/list, /alerts/me/csv and /alerts/me/reasons for the signed-in user. */
export function alertListRoutes(parts: AlertListParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/alerts/me/list", { onRequest: requireUser, schema: LIST_SCHEMA }, async (request) =>
      listAlerts(parts, request.user.id, request.query),
    );

    app.get("/alerts/me/reasons", { onRequest: requireUser, schema: REASONS_SCHEMA }, async ({ user }) =>
      listReasons(parts.database.orm, alerts, user.id),
    );

    app.get("/alerts/me/csv", { onRequest: requireUser, schema: CSV_SCHEMA }, (request, reply) => {
      const columns = alertColumns(translator(languageOf(request)));
      return sendCsv(reply, "alerts", columns, everyAlert(parts, request.user.id, request.query));
    });
  };
}

const LIST_SCHEMA = {
  summary: "The signed-in user's alerts, newest first unless sorted otherwise",
  tags: ["alerts"],
  querystring: alertListQuery,
  response: { 200: pageOf(alert), 401: problemDetails },
} as const;

const REASONS_SCHEMA = {
  summary: "The reasons that the signed-in user's latest alerts have, the most frequent first",
  tags: ["alerts"],
  response: { 200: z.array(z.enum(REASONS)), 401: problemDetails },
} as const;

const CSV_SCHEMA = {
  summary: "The same list as a CSV file, whole",
  tags: ["alerts"],
  querystring: alertFilter,
} as const;

/** Returns the columns of the CSV file. */
function alertColumns(translate: Translate): CsvColumn<Alert>[] {
  const columns: [string, CsvColumn<Alert>["cell"]][] = [
    ["date", ({ createdDate }) => createdDate],
    ["account", ({ accountId }) => shortAccountId(accountId)],
    ["account_name", ({ accountName }) => accountName],
    ["key_ending", ({ accountEnding }) => accountEnding],
    ["chat", ({ chatId }) => chatId],
    ["status", ({ status }) => translate(`orders-csv:${status}`, { context: "alert" })],
    ["reason", ({ reason }) => reason && translate(`reasons:${reason}`)],
    ["message", ({ message, json }) => message ?? json],
    ["id", ({ id }) => id],
  ];
  return columns.map(([name, cell]) => ({ title: translate(`orders-csv:column_${name}`), cell }));
}
