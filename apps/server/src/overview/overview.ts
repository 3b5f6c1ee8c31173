import { type Overview, overview, overviewQuery, problemDetails } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { growingCache } from "@chartrelay/venues";
import type { AccountDirectory } from "../accounts/index.ts";
import type { Guards } from "../identity/auth/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { fieldProblem } from "../platform/http/problem.ts";
import { presentAccounts, readAccounts } from "./accounts.ts";
import { hoursOfDay, startOfDay } from "../platform/day.ts";
import { readToday, readWeek } from "./today.ts";

/** Weeks in memory: a past week doesn't change, and a page that is open asks again with every order. */
const WEEKS_KEPT = 10_000;

export interface OverviewParts {
  readonly database: Pick<Database, "query">;
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
  readonly clock: Pick<Clock, "nowMs">;
}

/**
 * Returns a function that reads a user's day so far, in their time zone.
 * It throws {Problem} validation_failed on `tz` for an unknown time zone.
 */
function createOverview({ database, accounts, clock }: OverviewParts) {
  const weeks = growingCache<string, Overview["week"]>(WEEKS_KEPT);

  async function weekBefore(userId: string, sinceMs: number): Promise<Overview["week"]> {
    const key = `${userId} ${sinceMs}`;
    const known = weeks.get(key);
    if (known) return known;
    const { isComplete, ...week } = await readWeek(database, userId, sinceMs);
    if (isComplete) weeks.set(key, week);
    return week;
  }

  return async (userId: string, timeZone: string): Promise<Overview> => {
    const nowMs = clock.nowMs();
    const sinceMs = sinceOf(nowMs, timeZone);
    const [{ unsummed, ...today }, week, rows] = await Promise.all([
      readToday(database, userId, sinceMs, hoursOfDay(sinceMs, timeZone)),
      weekBefore(userId, sinceMs),
      readAccounts(database, userId, nowMs),
    ]);
    const presented = await presentAccounts(rows, unsummed, accounts, nowMs);
    return { since: new Date(sinceMs).toISOString(), ...today, week, ...presented };
  };
}

function sinceOf(nowMs: number, timeZone: string): number {
  try {
    return startOfDay(nowMs, timeZone);
  } catch (error) {
    if (error instanceof RangeError) throw fieldProblem({ tz: "invalid" });
    throw error;
  }
}

/** GET /users/me/overview: today at a glance, and how each account is doing. */
export function overviewRoutes(parts: OverviewParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  const overviewOf = createOverview(parts);
  return async (app) => {
    app.get("/users/me/overview", { onRequest: requireUser, schema: SCHEMA }, async ({ user, query }) =>
      overviewOf(user.id, query.tz || "UTC"),
    );
  };
}

const SCHEMA = {
  summary: "Today's orders, refusals and speed, and how each account is doing",
  tags: ["users"],
  querystring: overviewQuery,
  response: { 200: overview, 401: problemDetails, 422: problemDetails },
} as const;
