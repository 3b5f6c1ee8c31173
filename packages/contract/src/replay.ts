/**
 * A replay: TradingView's alert log, or a list of messages, run through a strategy as it is set now, against simulated
 * venues of its own (docs/decisions/replay.md). Quantities, positions and prices are plain decimal strings.
 */
import * as z from "zod/mini";
import { namedAccount } from "./entities.ts";
import { ORDER_SIDES, VENUES } from "./enumerations.ts";
import { REASONS } from "./reasons.ts";
import { sizingRecord } from "./sizing-record.ts";
import { chainLink, MEMBER_OUTCOMES } from "./strategies.ts";

export const REPLAY_MAX_ALERTS = 1_000;
/** Alerts times member accounts. */
export const REPLAY_MAX_ORDERS = 10_000;
export const REPLAY_MAX_CHARACTERS = 2_000_000;

/** POST /strategies/{id}/replay. */
export const replayPayload = z.object({
  /** TradingView's CSV export of the alert log, or messages one after another. */
  log: z.string("required").check(z.minLength(1, "required"), z.maxLength(REPLAY_MAX_CHARACTERS, "too_long")),
});
export type ReplayPayload = z.infer<typeof replayPayload>;

const known = z.nullable(z.string());

/** One order of a replayed alert, for one account. */
export const replayOrder = z.object({
  accountId: z.string(),
  outcome: z.enum(MEMBER_OUTCOMES),
  /** Why it was refused, or why there was nothing to do. */
  reason: z.nullable(z.enum(REASONS)),
  /** What was sent; null if nothing was. */
  direction: z.nullable(z.enum(ORDER_SIDES)),
  quantity: known,
  /** The contract that was taken for a continuous symbol; null for any other ticker. */
  contract: known,
  averagePrice: known,
  /** How the quantity came about; null if the order was refused before that. */
  sizing: z.nullable(sizingRecord),
  /** Whether its quantity comes from a position between two steps. */
  isRounded: z.boolean(),
  /** What the account holds for the strategy after this alert, and what it should hold by it; null if no signal says. */
  position: z.string(),
  target: known,
});
export type ReplayOrder = z.infer<typeof replayOrder>;

/** One alert of the log, in the order in which it was replayed. */
export const replayRow = z.object({
  /** Its place in the log as it was given, from 1. */
  entry: z.number(),
  /** When it fired; null if neither the log nor the message says. */
  at: known,
  ticker: known,
  /** What is wrong with a message that isn't understood, in words. */
  problems: z.array(z.string()),
  repairs: z.number(),
  /** Why nothing at all was sent; null otherwise. */
  refusal: z.nullable(z.enum(REASONS)),
  link: z.nullable(chainLink),
  /** TradingView's position after it; null if the message doesn't say. */
  tradingView: known,
  orders: z.array(replayOrder),
  /** Whether any of its orders is. */
  isRounded: z.boolean(),
  /** Whether something didn't go as TradingView reports it: not in order, not understood, refused, or a position is off. */
  isDifferent: z.boolean(),
});
export type ReplayRow = z.infer<typeof replayRow>;

/** Where an account ended. */
export const replayPosition = z.object({
  accountId: z.string(),
  ticker: z.string(),
  contract: z.string(),
  quantity: z.string(),
  /** What it should hold by the last alert; null if no alert says. */
  target: known,
  tradingView: known,
  isEqual: z.boolean(),
});
export type ReplayPosition = z.infer<typeof replayPosition>;

export const replayReport = z.object({
  alerts: z.number(),
  /** Alerts of the log that name another strategy or account. */
  leftOut: z.number(),
  unreadable: z.number(),
  sent: z.number(),
  refused: z.number(),
  rounded: z.number(),
  gaps: z.number(),
  duplicates: z.number(),
  different: z.number(),
  /** Whether every account ended where TradingView did, at its size. */
  isEqual: z.boolean(),
  accounts: z.array(z.extend(namedAccount, { id: z.string(), exchange: z.enum(VENUES) })),
  positions: z.array(replayPosition),
  rows: z.array(replayRow),
  tookMs: z.number(),
});
export type ReplayReport = z.infer<typeof replayReport>;
