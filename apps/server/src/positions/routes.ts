/** Routes with which signed-in users see what their accounts hold, and close it. */
import {
  acceptedOrder,
  accountHoldings,
  closePositionPayload,
  type ClosePositionPayload,
  heldPosition,
  problemDetails,
} from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Guards } from "../identity/auth/index.ts";
import type { ClosedPosition } from "./close.ts";
import { listAccountHoldings, listPositions, type PositionListParts } from "./list.ts";

/** GET /positions/me/list and /positions/me/accounts, POST /positions/me/close. */
export function positionRoutes(
  parts: PositionListParts,
  close: (userId: string, payload: ClosePositionPayload) => Promise<ClosedPosition>,
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/positions/me/list", { onRequest: requireUser, config: READS, schema: LIST_SCHEMA }, async ({ user }) =>
      listPositions(parts, user.id),
    );

    app.get(
      "/positions/me/accounts",
      { onRequest: requireUser, config: READS, schema: ACCOUNTS_SCHEMA },
      async ({ user }) => listAccountHoldings(parts, user.id),
    );

    app.post(
      "/positions/me/close",
      { onRequest: requireUser, config: CLOSES, schema: CLOSE_SCHEMA },
      async ({ user, body }) => close(user.id, body),
    );
  };
}

/** A page asks after each fill; the venue is asked at most every few seconds. */
const READS = { rateLimit: { max: 300, timeWindow: "1 minute" } };
const CLOSES = { rateLimit: { max: 60, timeWindow: "1 minute" } };

const tags = ["positions"];

const LIST_SCHEMA = {
  summary: "What the signed-in user's accounts hold, read from their venues",
  description: "`drift` is what the venue holds minus what our fills of the account add up to.",
  tags,
  response: { 200: z.array(heldPosition), 401: problemDetails },
} as const;

const ACCOUNTS_SCHEMA = {
  summary: "Per account: whether its positions and money could be read, when, and its money",
  tags,
  response: { 200: z.array(accountHoldings), 401: problemDetails },
} as const;

const CLOSE_SCHEMA = {
  summary: "Closes a position with a market order for exactly what the account holds",
  description: "The answer names the order. Asked again within a few seconds, it names the same order.",
  tags,
  body: closePositionPayload,
  response: {
    200: acceptedOrder,
    401: problemDetails,
    404: problemDetails,
    409: problemDetails,
    422: problemDetails,
    429: problemDetails,
    503: problemDetails,
  },
} as const;
