/** GET /events: updates for an open page. Server-sent events, read by a streaming fetch with the bearer token. */
import * as z from "zod/mini";
import { alert, order } from "./entities.ts";

/**
 * `event:` of a server-sent event, and what its `data:` holds:
 * `order` and `alert`: the whole row as the list shows it, and `isNew: true` when it has just been added,
 * `subscription`, `account`, `positions`, `report`, `steps` (the first ones of a new user), `strategy` (its settings,
 * signals, positions or log) and `stop` (the kill switch): nothing (load it again),
 * `ready`: nothing (the first event of a new connection),
 * `resync`: nothing (events may have been missed, so load the page again).
 */
export const EVENT_NAMES = [
  "ready",
  "resync",
  "order",
  "alert",
  "subscription",
  "account",
  "positions",
  "report",
  "steps",
  "strategy",
  "stop",
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** The events that features publish; the stream itself sends the others. */
export const EVENT_TOPICS = [
  "order",
  "alert",
  "subscription",
  "account",
  "positions",
  "report",
  "steps",
  "strategy",
  "stop",
] as const;
export type EventTopic = (typeof EVENT_TOPICS)[number];

const added = { isNew: z.optional(z.literal(true)) };

/** The data of each event, parsed from its JSON. */
export const eventData = {
  ready: z.object({}),
  resync: z.object({}),
  order: z.extend(order, added),
  alert: z.extend(alert, added),
  subscription: z.object({}),
  account: z.object({}),
  positions: z.object({}),
  report: z.object({}),
  steps: z.object({}),
  strategy: z.object({}),
  stop: z.object({}),
} as const satisfies Record<EventName, z.core.$ZodType>;
