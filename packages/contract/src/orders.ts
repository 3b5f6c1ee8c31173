/** The order list and its filters, one order in full, and test orders. */
import * as z from "zod/mini";
import { CANCELLATION_OUTCOMES, execution, order } from "./entities.ts";
import { ENVIRONMENTS, ORDER_SIDES, STATUSES, VENUES } from "./enumerations.ts";
import { LIST_SORTS } from "./filters.ts";
import { pageQuery } from "./page.ts";
import { messageProblem } from "./problem.ts";
import { REASONS, type Reason } from "./reasons.ts";
import { sizingRecord } from "./sizing-record.ts";
import { CERTIFICATE_VERDICTS, chainLink } from "./strategies.ts";
import { messageCorrection, messageRepair, VERDICTS } from "./verdict.ts";

/** A search text. PostgreSQL's text type can't hold U+0000, so no stored text contains it. */
export const soughtText = z.string().check(z.trim(), z.maxLength(255, "too_long"), z.regex(/^[^\0]*$/, "invalid"));
/** An instant, or a day in UTC, in ISO 8601. It may be empty in a URL; then it filters nothing. */
export const moment = z.union([
  z.literal(""),
  z.iso.datetime({ offset: true, error: "invalid" }),
  z.iso.date("invalid"),
]);

/** One of `values`. It may be empty in a URL; then it filters nothing. */
export const choice = <const T extends string>(values: readonly T[]) =>
  z.optional(z.union([z.literal(""), z.enum(values, "invalid")]));

const KNOWN_REASONS: ReadonlySet<string> = new Set(REASONS);
const namesIn = (given: string) => given.split(",").filter((name) => name !== "");
/** One reason or several, separated by commas. */
export const reasonNames = z
  .string()
  .check(z.refine((given) => namesIn(given).every((name) => KNOWN_REASONS.has(name)), "invalid"));

/** Returns the reasons that a filter names. */
export function reasonsIn(given: string | readonly string[] = ""): Reason[] {
  return [given].flat().flatMap(namesIn) as Reason[];
}

/** Filters of the order list; an order must match all of them. A filter that is missing or empty has no effect. */
export const orderFilter = z.object({
  status: choice(STATUSES),
  venue: choice(VENUES),
  /** The whole ticker; case doesn't matter. */
  ticker: z.optional(soughtText),
  /** An account's id. */
  account: z.optional(soughtText),
  /** A strategy's id. */
  strategy: z.optional(soughtText),
  side: choice(ORDER_SIDES),
  environment: choice(ENVIRONMENTS),
  /** Any of these reasons; the parameter may also be repeated. */
  reason: z.optional(z.union([reasonNames, z.array(reasonNames)])),
  /** Received at this time or later. */
  from: z.optional(moment),
  /** Received before this time. */
  to: z.optional(moment),
  /** Part of the ticker, of the message or of the venue's answer; or a whole order id. */
  search: z.optional(soughtText),
  /** Newest first by default. */
  sort: choice(LIST_SORTS),
});
export type OrderFilter = z.infer<typeof orderFilter>;

export const orderListQuery = z.extend(pageQuery, orderFilter.shape);
export type OrderListQuery = z.infer<typeof orderListQuery>;

/**
 * The segments of a timeline. `notify` ends when the user's chat has the notification; `total` when the venue has
 * answered.
 */
export const SEGMENTS = ["commit", "queue", "venue", "notify", "total"] as const;
export type Segment = (typeof SEGMENTS)[number];

/** One execution of an order at its venue. */
export const fill = z.object({
  /** The venue's id of the trade. */
  tradeId: z.string(),
  quantity: z.string(),
  price: z.string(),
  /** Negative for a rebate. Null if the venue doesn't say yet, or never does: some say it of the order as a whole. */
  fee: z.nullable(z.string()),
  feeCurrency: z.nullable(z.string()),
  /** By the venue's clock, in microseconds since the Unix epoch. */
  at: z.number(),
});
export type OrderFill = z.infer<typeof fill>;

/** The last attempt to cancel an order. Whatever it says, `execution.state` says how the order ended. */
export const cancellation = z.object({
  outcome: z.enum(CANCELLATION_OUTCOMES),
  /** Why the venue didn't take it; null if it did. */
  reason: z.nullable(z.enum(REASONS)),
  /** What the venue said of it, for people; null if nothing. */
  venueWords: z.nullable(z.string()),
  /** When the venue answered, in microseconds since the Unix epoch. */
  at: z.number(),
});
export type OrderCancellation = z.infer<typeof cancellation>;

/** The answer to a cancellation that the venue took. */
export const cancelledOrder = z.object({ id: z.string(), outcome: z.enum(CANCELLATION_OUTCOMES) });
export type CancelledOrder = z.infer<typeof cancelledOrder>;

/** One order in full. */
export const orderDetails = z.extend(order, {
  /** Its execution, with the fills in the order in which they were executed. */
  execution: z.nullable(z.extend(execution, { fills: z.array(fill), cancellation: z.nullable(cancellation) })),
  /** The message as posted; bytes that aren't UTF-8 are replaced. */
  body: z.string(),
  verdict: z.enum(VERDICTS),
  /** What was wrong with the message, and what was repaired, in the language of the user who asks. */
  problems: z.array(messageProblem),
  repairs: z.array(messageRepair),
  /**
   * What the message was probably meant to say, likeliest first; empty if it is right, or if that isn't clear. If there
   * is only one, we are sure enough to say so; several name different tickers.
   */
  corrections: z.array(messageCorrection),
  /** What the venue said of the order, for people; null if nothing. */
  venueWords: z.nullable(z.string()),
  /** What our own refusal is about, by name: the message's field, and what the instrument allows. */
  rules: z.record(z.string(), z.string()),
  /** The place of its signal in a position chain; null if its message doesn't tell TradingView's positions. */
  link: z.optional(z.nullable(chainLink)),
  /** Whether TradingView's client certificate came with its signal; null if the installation can't tell. */
  certificate: z.optional(z.nullable(z.enum(CERTIFICATE_VERDICTS))),
  /** How the quantity of a strategy's order was worked out; null without a strategy, and until it has been. */
  sizing: z.optional(z.nullable(sizingRecord)),
  /** The contract that was taken for a continuous symbol; null if the message names the instrument itself. */
  contract: z.optional(z.nullable(z.string())),
  /** The message's other fields by name: ours as we read them, unknown ones as written. */
  extras: z.record(z.string(), z.string()),
  /**
   * How many times it was sent, or may have been. More than once only if the venue denied knowing the previous attempt.
   */
  attempts: z.number(),
  /** Duration of each finished latency segment, in microseconds. */
  legs: z.array(z.object({ leg: z.enum(SEGMENTS), us: z.number() })),
});
export type OrderDetails = z.infer<typeof orderDetails>;

/**
 * A test order on one of the user's demo accounts. Without a message, it is a small market order for the account's
 * venue.
 */
export const testOrderPayload = z.object({
  account: z.string("required").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  message: z.optional(z.string().check(z.maxLength(65_536, "too_long"))),
});
export type TestOrderPayload = z.infer<typeof testOrderPayload>;

/** The order that a test made; its progress arrives on /events. */
export const testOrder = z.object({ id: z.string(), status: z.enum(STATUSES), message: z.string() });
export type TestOrder = z.infer<typeof testOrder>;
