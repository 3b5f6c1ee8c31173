/** Routes with which signed-in users manage their strategies. */
import {
  pageOf,
  pageQuery,
  problemDetails,
  report,
  reportQuery,
  strategy,
  strategyEntries,
  strategyLogEntry,
  strategyPosition,
  strategySignal,
  strategyStanding,
  strategyStatePayload,
} from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Guards } from "../identity/auth/index.ts";
import { originOf } from "../platform/http/origin.ts";
import { Problem } from "../platform/http/problem.ts";
import { reportOfStrategy, type ReportParts } from "../reports/index.ts";
import type { StrategyDirectory } from "./directory.ts";
import { findOwnStrategyId } from "./labels.ts";
import { listStrategyLog } from "./log.ts";
import { listStrategyPositions } from "./positions.ts";
import type { Strategies } from "./service.ts";
import { listStrategySignals } from "./signals.ts";
import { listStanding } from "./standing.ts";

export interface StrategyRouteParts extends ReportParts {
  readonly strategies: Pick<StrategyDirectory, "strategyIdOf">;
}

/** The list of strategies and where each stands; of one, its state, log, signals, positions and report. */
export function strategyRoutes(
  strategies: Strategies,
  parts: StrategyRouteParts,
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
  const { orm } = parts.database;
  const reading = { ...parts, db: parts.database };

  /** Returns the own id of a strategy that a route names. It answers for deleted ones, too, by the id that is left of them. */
  async function ownId(userId: string, id: string): Promise<string> {
    const found = await findOwnStrategyId(orm, userId, id);
    if (found === undefined) throw new Problem("unknown_strategy");
    return found;
  }

  return async (app) => {
    app.get("/strategies/me/list", { onRequest: requireUser, schema: LIST_SCHEMA }, async ({ user }) =>
      strategies.list(user.id),
    );

    app.post(
      "/strategies/me/list",
      { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES, schema: SAVE_SCHEMA },
      async (request) => strategies.save(request.user, request.body, originOf(request)),
    );

    app.post("/strategies/:id/state", { onRequest: requireUser, schema: STATE_SCHEMA }, async (request) =>
      strategies.changeState(request.user, request.params.id, request.body, originOf(request)),
    );

    app.get(
      "/strategies/:id/log",
      { onRequest: requireUser, schema: LOG_SCHEMA },
      async ({ user, params: { id }, query }) => listStrategyLog(orm, await ownId(user.id, id), query),
    );

    app.get(
      "/strategies/:id/signals",
      { onRequest: requireUser, schema: SIGNALS_SCHEMA },
      async ({ user, params: { id }, query }) => listStrategySignals(parts, await ownId(user.id, id), query),
    );

    app.get(
      "/strategies/me/standing",
      { onRequest: requireUser, config: READS, schema: STANDING_SCHEMA },
      async ({ user }) => listStanding(reading, user.id),
    );

    app.get(
      "/strategies/:id/positions",
      { onRequest: requireUser, config: READS, schema: POSITIONS_SCHEMA },
      async ({ user, params: { id } }) => listStrategyPositions(reading, await ownId(user.id, id)),
    );

    app.get(
      "/strategies/:id/report",
      { onRequest: requireUser, config: READS, schema: REPORT_SCHEMA },
      async ({ user, params: { id }, query }) =>
        reportOfStrategy(parts, { userId: user.id, strategyId: await ownId(user.id, id) }, query),
    );
  };
}

/** Enough for the most strategies that a request may hold, each with some dozens of members. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** They read all of a strategy's fills, and ask for prices, which are shared for seconds. */
const READS = { rateLimit: { max: 120, timeWindow: "1 minute" } };

const tags = ["strategies"];
const params = z.object({
  id: z
    .string()
    .max(64)
    .regex(/^\P{Cc}*$/u),
});
const REFUSALS = { 401: problemDetails, 404: problemDetails, 422: problemDetails } as const;

const LIST_SCHEMA = {
  tags,
  summary: "The user's strategies, oldest first",
  response: { 200: z.array(strategy), 401: problemDetails },
} as const;

const SAVE_SCHEMA = {
  tags,
  summary: "Add, change and remove strategies: all of the list, or none",
  description:
    "Without an id, an entry is a new strategy; what it omits gets a default: mode `target`, onGap `tell`, start `flat`, no limits. `isDeleted` removes one. Fields that are omitted keep their value, and so do strategies that the list doesn't name.",
  body: strategyEntries,
  response: { 200: z.array(strategy), 401: problemDetails, 403: problemDetails, 422: problemDetails },
} as const;

const STATE_SCHEMA = {
  tags,
  summary: "Turns a strategy on, pauses or stops it",
  description:
    "A paused strategy's signals are followed but not traded. Stopping pulls the kill switch; with `flatten`, it cancels the strategy's working orders and closes what it holds. A stopped strategy stays stopped until its user turns it on again.",
  params,
  body: strategyStatePayload,
  response: { 200: strategy, ...REFUSALS },
} as const;

const LOG_SCHEMA = {
  tags,
  summary: "What happened to a strategy beside its signals, newest first",
  params,
  querystring: pageQuery,
  response: { 200: pageOf(strategyLogEntry), ...REFUSALS },
} as const;

const SIGNALS_SCHEMA = {
  tags,
  summary: "A strategy's signals, newest first: each one's place in its position chain, and what became of its orders",
  params,
  querystring: pageQuery,
  response: { 200: pageOf(strategySignal), ...REFUSALS },
} as const;

const STANDING_SCHEMA = {
  tags,
  summary: "Where each of the user's strategies stands: what it holds, its drift, its profit today, its last signal",
  response: { 200: z.array(strategyStanding), 401: problemDetails },
} as const;

const POSITIONS_SCHEMA = {
  tags,
  summary: "What a strategy holds in each account by its own fills, beside what it should hold by its last signal",
  params,
  response: { 200: z.array(strategyPosition), ...REFUSALS },
} as const;

const REPORT_SCHEMA = {
  tags,
  summary: "A strategy's own profit and loss, and what its execution cost",
  description: "By its own fills and positions, as GET /reports/me shows those of all. Funding isn't counted.",
  params,
  querystring: reportQuery,
  response: { 200: report, ...REFUSALS },
} as const;
