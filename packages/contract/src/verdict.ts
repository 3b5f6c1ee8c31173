/**
 * What POST /orders/validate says of a message. `verdict` is what the relay would do with it now; `problems` and `corrected`
 * are about the message alone, and what its account and its venue have to say to it stands beside them.
 */
import * as z from "zod/mini";
import { messageProblem } from "./problem.ts";

export const VERDICTS = ["ok", "repaired", "refused"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One thing that the parser put right, as the API words it. */
export const messageRepair = z.object({
  code: z.string(),
  line: z.number(),
  column: z.number(),
  message: z.string(),
});

/** What the message's ticker means at the account's venue, and what the order would be there. All are plain decimals. */
export const namedInstrument = z.object({
  symbol: z.string(),
  board: z.string(),
  lotSize: z.string(),
  tick: z.string(),
  quantityStep: z.string(),
  /** As it would be sent: lots at Alor and T-Invest; base units at Binance, rounded down to the step. Null when it wouldn't. */
  quantity: z.nullable(z.string()),
});

export const orderVerdict = z.object({
  verdict: z.enum(VERDICTS),
  /** The values that could be read, normalized, by the message's own field names. */
  fields: z.record(z.string(), z.string()),
  repairs: z.array(messageRepair),
  problems: z.array(messageProblem),
  /**
   * The message to paste back; null when something is wrong with it, as there is none that would be taken. Of one that was
   * written for another relay, the message as ours.
   */
  corrected: z.nullable(z.string()),
  /** Null when it isn't known. */
  instrument: z.nullable(namedInstrument),
  /** Why the order would be refused although its message is right, in the form of problems. */
  objections: z.array(messageProblem),
  /**
   * The order that an equal message under the same `id` made seconds ago: this one would count as the same, sent again, and
   * make no order. Null when it would make one.
   */
  resendOf: z.nullable(z.object({ id: z.string(), message: z.string() })),
  /**
   * What the verdict leaves open. Of a message that would be taken: what the venue tells of an order only once it is placed
   * (MONEY_UNTRIED where it tries orders without placing them, else ORDER_UNTRIED), or why it couldn't be asked at all. Of one
   * that would be refused: why the venue wasn't asked; null when it was.
   */
  unchecked: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type OrderVerdict = z.infer<typeof orderVerdict>;
