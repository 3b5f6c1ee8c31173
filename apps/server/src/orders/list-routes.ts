/** What a signed-in user reads of their orders. */
import { order, orderDetails, orderFilter, orderListQuery, pageOf, problemDetails } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import { sendCsv } from "../platform/http/csv.ts";
import { languageOf } from "../platform/http/language.ts";
import type { Guards } from "../identity/auth/index.ts";
import { orderColumns } from "./csv.ts";
import { findOrder } from "./details.ts";
import { everyOrder, listOrders, type OrderListParts } from "./list.ts";

/** GET /orders/me/list, /orders/me/csv and /orders/me/:id. */
export function orderListRoutes(parts: OrderListParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
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
  };
}

const tags = ["orders"];

const LIST_SCHEMA = {
  summary: "The signed-in user's orders, newest first",
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
