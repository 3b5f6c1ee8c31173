/** The list of orders with its filters, one order in full, and a test order. */
import * as z from "zod/mini";
import { order } from "./entities.ts";
import { STATUSES, VENUES } from "./enumerations.ts";
import { pageQuery } from "./page.ts";
import { messageProblem } from "./problem.ts";
import { messageRepair, VERDICTS } from "./verdict.ts";

/** A text to look for. PostgreSQL's text holds no U+0000, so that nothing can have one. */
export const soughtText = z.string().check(z.trim(), z.maxLength(255, "too_long"), z.regex(/^[^\0]*$/, "invalid"));
/** An instant, or a day in UTC, as ISO 8601 writes them. An address may have an empty one, which filters nothing. */
export const moment = z.union([
  z.literal(""),
  z.iso.datetime({ offset: true, error: "invalid" }),
  z.iso.date("invalid"),
]);

/** What a list is narrowed to. All of it must hold; what is left out or empty narrows nothing. */
export const orderFilter = z.object({
  status: z.optional(z.union([z.literal(""), z.enum(STATUSES, "invalid")])),
  venue: z.optional(z.union([z.literal(""), z.enum(VENUES, "invalid")])),
  /** The whole ticker, in upper or lower case. */
  ticker: z.optional(soughtText),
  /** An account's id. */
  account: z.optional(soughtText),
  /** Received then or later. */
  from: z.optional(moment),
  /** Received before then. */
  to: z.optional(moment),
  /** A part of the ticker, of the message, or of the venue's answer; or an order's whole id. */
  search: z.optional(soughtText),
});
export type OrderFilter = z.infer<typeof orderFilter>;

export const orderListQuery = z.extend(pageQuery, orderFilter.shape);
export type OrderListQuery = z.infer<typeof orderListQuery>;

/** What a timeline consists of. `notify` ends when the user's chat has been told; `total` when the venue has answered. */
export const SEGMENTS = ["commit", "queue", "venue", "notify", "total"] as const;
export type Segment = (typeof SEGMENTS)[number];

/** One order in full. */
export const orderDetails = z.extend(order, {
  /** The message as it was posted; what isn't UTF-8 in it is replaced. */
  body: z.string(),
  verdict: z.enum(VERDICTS),
  /** What was wrong with the message, and what was put right in it, in the asker's language. */
  problems: z.array(messageProblem),
  repairs: z.array(messageRepair),
  /** The message's further fields by their names: ours as they were understood, others as they were written. */
  extras: z.record(z.string(), z.string()),
  /** How often it was sent, or may have been. More than once only where the venue denied knowing the one before. */
  attempts: z.number(),
  /** Microseconds of each latency segment that has ended. */
  legs: z.array(z.object({ leg: z.enum(SEGMENTS), us: z.number() })),
});
export type OrderDetails = z.infer<typeof orderDetails>;

/** A test order: for a demo account of the asker. Without a message, a small market order is made for its venue. */
export const testOrderPayload = z.object({
  account: z.string("required").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  message: z.optional(z.string().check(z.maxLength(65_536, "too_long"))),
});
export type TestOrderPayload = z.infer<typeof testOrderPayload>;

/** Which order became of a test: its progress arrives by /events. */
export const testOrder = z.object({ id: z.string(), status: z.enum(STATUSES), message: z.string() });
export type TestOrder = z.infer<typeof testOrder>;
