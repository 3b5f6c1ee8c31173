import { pageOf, userStats, userStatsFilter, userStatsQuery, type UserStats } from "@chartrelay/contract";
import { translator, type Translate } from "@chartrelay/locales";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { sendCsv, type CsvColumn } from "../../platform/http/csv.ts";
import { languageOf } from "../../platform/http/language.ts";
import type { Guards } from "../../identity/auth/index.ts";
import { everyUser, listUserStats, type StatsParts } from "./list.ts";

const tags = ["stats"];

/** GET /users/stats and /users/stats/csv, for admins. */
export function statsRoutes(parts: StatsParts, { requireRole }: Guards): FastifyPluginAsyncZod {
  const onRequest = requireRole("ADMIN");
  return async (app) => {
    app.get(
      "/users/stats",
      {
        onRequest,
        schema: {
          tags,
          summary: "The users with what they have and do",
          querystring: userStatsQuery,
          response: { 200: pageOf(userStats) },
        },
      },
      async ({ query }) => listUserStats(parts, query),
    );

    app.get(
      "/users/stats/csv",
      {
        onRequest,
        schema: {
          tags,
          summary: "The same users as a CSV file, whole, the newest first",
          querystring: userStatsFilter,
        },
      },
      (request, reply) =>
        sendCsv(reply, "users", userColumns(translator(languageOf(request))), everyUser(parts, request.query)),
    );
  };
}

/** Returns the columns of the file, which are the table's. */
function userColumns(translate: Translate): CsvColumn<UserStats>[] {
  const columns: [string, CsvColumn<UserStats>["cell"]][] = [
    ["date", ({ createdDate }) => createdDate],
    ["email", ({ email }) => email],
    ["full_name", ({ fullName }) => fullName],
    ["telegram", ({ telegram }) => telegram],
    ["utm", ({ utm }) => utm],
    ["tariff", ({ isPro }) => (isPro ? "PRO" : "TRIAL")],
    ["expiration", ({ expirationPro }) => expirationPro],
    ["orders", ({ countOrders }) => countOrders],
    ["last_order", ({ lastOrderDate }) => lastOrderDate],
  ];
  return columns.map(([name, cell]) => ({ title: translate(`users:${name}`), cell }));
}
