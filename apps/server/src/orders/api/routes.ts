/** Routes with which signed-in users read and cancel their orders. */
import {
  cancelledOrder,
  cancelProblem,
  order,
  orderDetails,
  orderFilter,
  orderListQuery,
  pageOf,
  problemDetails,
  REASONS,
  shortAccountId,
} from "@chartrelay/contract";
import { type Translate, translator } from "@chartrelay/locales";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Guards } from "../../identity/auth/index.ts";
import { type CsvColumn, sendCsv } from "../../platform/http/csv.ts";
import { languageOf } from "../../platform/http/language.ts";
import { orders } from "../../platform/db/schema.ts";
import { listReasons } from "../../platform/lists/reasons.ts";
import type { Cancel } from "../executions/index.ts";
import { findOrder } from "./details.ts";
import { everyOrder, listOrders, type OrderInFile, type OrderListParts } from "./list.ts";

export interface OrderRoutesParts extends OrderListParts {
  readonly cancel: Cancel;
}

/** GET /orders/me/list, /orders/me/csv, /orders/me/reasons and /orders/me/:id; POST /orders/:id/cancel. */
export function orderListRoutes(parts: OrderRoutesParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/orders/me/reasons", { onRequest: requireUser, schema: REASONS_SCHEMA }, async ({ user }) =>
      listReasons(parts.database.orm, orders, user.id),
    );

    app.get("/orders/me/list", { onRequest: requireUser, schema: LIST_SCHEMA }, async ({ user, query }) =>
      listOrders(parts, user.id, query),
    );

    app.get("/orders/me/csv", { onRequest: requireUser, schema: CSV_SCHEMA }, (request, reply) =>
      sendCsv(
        reply,
        "orders",
        orderColumns(translator(languageOf(request))),
        everyOrder(parts, request.user.id, request.query),
      ),
    );

    app.get("/orders/me/:id", { onRequest: requireUser, schema: DETAILS_SCHEMA }, async (request) =>
      findOrder(parts, request.user.id, request.params.id, translator(languageOf(request))),
    );

    app.post("/orders/:id/cancel", { onRequest: requireUser, schema: CANCEL_SCHEMA }, async ({ user, params }, reply) =>
      reply.code(202).send(await parts.cancel(user.id, params.id)),
    );
  };
}

const tags = ["orders"];

const REASONS_SCHEMA = {
  summary: "The reasons that the signed-in user's latest orders have, the most frequent first",
  tags,
  response: { 200: z.array(z.enum(REASONS)), 401: problemDetails },
} as const;

const LIST_SCHEMA = {
  summary: "The signed-in user's orders, newest first unless sorted otherwise",
  tags,
  querystring: orderListQuery,
  response: { 200: pageOf(order), 401: problemDetails },
} as const;

const CSV_SCHEMA = {
  summary: "The same list as a CSV file, whole",
  tags,
  querystring: orderFilter,
} as const;

const DETAILS_SCHEMA = {
  summary: "One order in full: the message, what was made of it, and its timeline",
  tags,
  params: z.object({ id: z.uuid() }),
  response: { 200: orderDetails, 401: problemDetails, 404: problemDetails },
} as const;

const CANCEL_SCHEMA = {
  summary: "Cancels an order that works at its venue; its execution says how it ended, which may be as filled",
  tags,
  params: z.object({ id: z.uuid() }),
  response: { 202: cancelledOrder, 401: problemDetails, 404: problemDetails, 409: cancelProblem, 502: cancelProblem },
} as const;

/** Returns the columns of the CSV file. */
function orderColumns(translate: Translate): CsvColumn<OrderInFile>[] {
  const columns: [string, CsvColumn<OrderInFile>["cell"]][] = [
    ["date", ({ createdDate }) => createdDate],
    ["exchange", ({ instrument }) => instrument && translate(`orders-csv:${instrument.exchange}`)],
    ["account", ({ accountId }) => shortAccountId(accountId)],
    ["account_name", ({ accountName }) => accountName],
    ["key_ending", ({ accountEnding }) => accountEnding],
    ["environment", ({ isDemo }) => translate(`orders-csv:${isDemo ? "demo" : "live"}`)],
    ["ticker", ({ instrument }) => instrument?.ticker],
    ["direction", ({ direction }) => direction && translate(`orders-csv:${direction}`)],
    [
      "type",
      ({ action, type }) =>
        action === "order" ? type && translate(`orders-csv:${type}`) : translate(`trading:action_${action}`),
    ],
    ["price", ({ open }) => open],
    ["quantity", ({ quantity }) => quantity],
    ["status", ({ status }) => translate(`orders-csv:${status}`)],
    ["reason", ({ reason }) => reason && translate(`reasons:${reason}`)],
    ["answer", ({ responseServerJson }) => responseServerJson],
    ["relay_ms", ({ timeline: { received, sent } }) => milliseconds(received, sent)],
    ["venue_ms", ({ timeline: { sent, answered } }) => milliseconds(sent, answered)],
    ["id", ({ id }) => id],
    ["other_fields", ({ otherFields }) => otherFields.map(({ field, value }) => `${field}: ${value}`).join("; ")],
  ];
  return columns.map(([name, cell]) => ({ title: translate(`orders-csv:column_${name}`), cell }));
}

function milliseconds(fromUs: number | null, toUs: number | null): number | null {
  return fromUs === null || toUs === null ? null : (toUs - fromUs) / 1_000;
}
