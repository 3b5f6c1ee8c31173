/**
 * The answer of POST /orders/validate. `verdict` is what the relay would do with the message now. `problems` and
 * `corrected` concern the message alone; findings about its account and its venue are separate.
 */
import * as z from "zod/mini";
import { orderEstimate } from "./estimate.ts";
import { messageProblem } from "./problem.ts";

export const VERDICTS = ["ok", "repaired", "refused"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One repair by the parser, or several alike, as the API words it. */
export const messageRepair = z.object({
  code: z.string(),
  /** Where the first of them is. */
  line: z.number(),
  column: z.number(),
  count: z.number(),
  message: z.string(),
});

/** The message as its author probably meant it, to paste back into the alert. */
export const messageCorrection = z.object({
  /** The ticker that it names instead; null if it changes only how the message is written. */
  ticker: z.nullable(z.string()),
  message: z.string(),
});

/**
 * What the message's ticker means at the account's venue, and what the order would be there. Numbers are plain
 * decimals.
 */
export const namedInstrument = z.object({
  symbol: z.string(),
  board: z.string(),
  lotSize: z.string(),
  tick: z.string(),
  quantityStep: z.string(),
  /**
   * As it would be sent: lots at Alor and T-Invest; base units at Binance, rounded down to the step. Null if it
   * wouldn't be.
   */
  quantity: z.nullable(z.string()),
});

export const orderVerdict = z.object({
  verdict: z.enum(VERDICTS),
  /** The values that could be read, normalized, under the message's own field names. */
  fields: z.record(z.string(), z.string()),
  repairs: z.array(messageRepair),
  problems: z.array(messageProblem),
  /**
   * The message to paste back; null when something is wrong with it, because no version would be accepted. If the
   * message was written for another relay, our version of it.
   */
  corrected: z.nullable(z.string()),
  /**
   * For a message that isn't right: what was probably meant, likeliest first. If there is only one, we are sure enough
   * to say so; several name different tickers.
   */
  corrections: z.array(messageCorrection),
  /** Null when unknown. */
  instrument: z.nullable(namedInstrument),
  /** What the order would do at the present price; null when its instrument is unknown. */
  estimate: z.nullable(orderEstimate),
  /**
   * Why the order would be refused although its message is correct, in the form of problems; `candidates` are the exact
   * values that may have been meant instead.
   */
  objections: z.array(z.extend(messageProblem, { candidates: z.optional(z.array(z.string())) })),
  /**
   * The order that an equal message with the same `id` made seconds ago: this message would count as a resend and make
   * no order. Null when it would make one.
   */
  resendOf: z.nullable(z.object({ id: z.string(), message: z.string() })),
  /**
   * What the verdict leaves open. For a message that would be accepted: what the venue reports only once an order is
   * placed (MONEY_UNTRIED where it can test orders without placing them, else ORDER_UNTRIED), or why we couldn't ask it
   * at all. For a message that would be refused: why we didn't ask the venue; null if we did.
   */
  unchecked: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type OrderVerdict = z.infer<typeof orderVerdict>;
