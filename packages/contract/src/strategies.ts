/**
 * Strategies: named sources of signals, each with member accounts, sizing and limits (docs/decisions/strategies.md).
 * Quantities and money are plain decimal strings.
 */
import * as z from "zod/mini";
import { plainDecimal } from "./decimal.ts";
import { namedAccount } from "./entities.ts";
import { REASONS } from "./reasons.ts";

/** `delta`: each signal trades its own change. `target`: each signal brings the accounts to the strategy's position. */
export const STRATEGY_MODES = ["delta", "target"] as const;
export type StrategyMode = (typeof STRATEGY_MODES)[number];

/** What happens when signals are missing: trade the difference as well, only notify the trader, or pause the strategy. */
export const ON_GAP = ["catchUp", "tell", "pause"] as const;
export type OnGap = (typeof ON_GAP)[number];

/** A strategy that is already in a position joins it with its next signal, or waits until it has been flat. */
export const STRATEGY_STARTS = ["now", "flat"] as const;
export type StrategyStart = (typeof STRATEGY_STARTS)[number];

/** `paused`: signals are followed but not traded. `stopped`: by the kill switch; only its user starts it again. */
export const STRATEGY_STATES = ["on", "paused", "stopped"] as const;
export type StrategyState = (typeof STRATEGY_STATES)[number];

/**
 * How a member's quantity is worked out (facts: sizing). `multiplier`: the strategy's quantity × value. `fixed`: value per
 * entry. `money`: value in the instrument's currency. `equityPercent`: percent of the account's equity. `riskPercent`
 * needs a stop-loss and isn't offered until protective orders are.
 */
export const SIZING_KINDS = ["multiplier", "fixed", "money", "equityPercent"] as const;
export type SizingKind = (typeof SIZING_KINDS)[number];

/** Whether a strategy takes only signals that came with TradingView's client certificate, or only shows which ones did. */
export const CLIENT_CERTIFICATE_RULES = ["shown", "required"] as const;
export type ClientCertificateRule = (typeof CLIENT_CERTIFICATE_RULES)[number];

/**
 * What is known of a signal's client certificate. `verified`: TradingView's. `unknown`: another one, or one that we can't
 * attribute to TradingView. `none`: it came without. Where the installation can't tell, a signal has no verdict.
 */
export const CERTIFICATE_VERDICTS = ["verified", "unknown", "none"] as const;
export type CertificateVerdict = (typeof CERTIFICATE_VERDICTS)[number];

export const STRATEGY_NAME_MAX_LENGTH = 60;
export const MAX_STRATEGIES = 100;
export const MAX_MEMBERS = 500;

const positive = z.string("invalid").check(
  z.trim(),
  z.maxLength(40, "too_long"),
  z.refine((text) => Number(plainDecimal(text) ?? 0) > 0, "invalid"),
);

export const sizing = z.object({ kind: z.enum(SIZING_KINDS, "invalid"), value: positive });
export type Sizing = z.infer<typeof sizing>;

/** Days as ISO 8601 counts them: 1 is Monday. */
const weekday = z.number("invalid").check(z.int("invalid"), z.minimum(1, "invalid"), z.maximum(7, "invalid"));
const timeOfDay = z.string("invalid").check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "invalid"));
/** A name of the IANA time zone database. */
const timeZone = z.string("invalid").check(z.refine(isTimeZone, "invalid"));

/** Hours in which a strategy may enter. If `to` isn't after `from`, they end on the next day; `days` count their start. */
export const tradingHours = z.object({
  timeZone,
  days: z.array(weekday).check(z.minLength(1, "required"), z.maxLength(7, "invalid")),
  from: timeOfDay,
  to: timeOfDay,
});
export type TradingHours = z.infer<typeof tradingHours>;

const count = (max: number) =>
  z.number("invalid").check(z.int("invalid"), z.minimum(1, "invalid"), z.maximum(max, "invalid"));

/** They stop entries, never exits; each member account counts by itself. Null: no limit. */
export const strategyLimits = z.object({
  /** The largest position per instrument, in the units of the account's venue, long or short. */
  maxPosition: z.nullable(positive),
  maxOrdersPerDay: z.nullable(count(10_000)),
  /** The loss since the start of the day at which entries end, realised and open, in the instruments' currency. */
  maxDailyLoss: z.nullable(positive),
  /** The same since the day's best moment. */
  maxDailyDrawdown: z.nullable(positive),
  /** The most entries into one position, the first included. */
  pyramiding: z.nullable(count(1_000)),
  tradingHours: z.nullable(tradingHours),
  /** In which the days of these limits begin. */
  timeZone,
});
export type StrategyLimits = z.infer<typeof strategyLimits>;

/** How a continuous symbol (SI1!) becomes a contract when the message doesn't name one in `currentContract`. */
export const rollRule = z.object({
  /** The nearest contract is left this many calendar days before it expires; 0: it is kept until then. */
  daysBeforeExpiry: z.number("invalid").check(z.int("invalid"), z.minimum(0, "invalid"), z.maximum(60, "invalid")),
  /** When the message's contract and this rule disagree: refuse the order, or take one of the two. */
  onDisagreement: z.enum(["refuse", "message", "rule"], "invalid"),
});
export type RollRule = z.infer<typeof rollRule>;

export const strategyMember = z.object({ accountId: z.string(), sizing, isOn: z.boolean() });
export type StrategyMember = z.infer<typeof strategyMember>;

/** A strategy as GET /strategies/me/list returns it. */
export const strategy = z.object({
  /** The id by which messages name it; anyone who knows it can send it signals. */
  id: z.string(),
  name: z.string(),
  mode: z.enum(STRATEGY_MODES),
  onGap: z.enum(ON_GAP),
  start: z.enum(STRATEGY_STARTS),
  state: z.enum(STRATEGY_STATES),
  members: z.array(strategyMember),
  /** Protective orders: not offered yet. */
  protection: z.null(),
  onProtectionRefused: z.enum(["flatten", "tell"]),
  limits: strategyLimits,
  roll: rollRule,
  clientCertificate: z.enum(CLIENT_CERTIFICATE_RULES),
  createdDate: z.string(),
  isDeleted: z.boolean(),
});
export type Strategy = z.infer<typeof strategy>;

const name = z
  .string("required")
  .check(z.trim(), z.minLength(1, "required"), z.maxLength(STRATEGY_NAME_MAX_LENGTH, "too_long"));

/** A strategy in POST /strategies/me/list. Without an id it is new; what is omitted keeps its value, or gets the default. */
export const strategyEntry = z.object({
  id: z.nullish(z.string().check(z.maxLength(64))),
  /** Required for a new one. */
  name: z.optional(name),
  mode: z.nullish(z.enum(STRATEGY_MODES, "invalid")),
  onGap: z.nullish(z.enum(ON_GAP, "invalid")),
  start: z.nullish(z.enum(STRATEGY_STARTS, "invalid")),
  members: z.nullish(
    z
      .array(
        z.object({
          accountId: z.string("required").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
          sizing,
          isOn: z.nullish(z.boolean("invalid")),
        }),
      )
      .check(z.maxLength(MAX_MEMBERS, "too_many_entries")),
  ),
  protection: z.nullish(z.null("not_supported")),
  onProtectionRefused: z.nullish(z.enum(["flatten", "tell"], "invalid")),
  limits: z.nullish(z.partial(strategyLimits)),
  roll: z.nullish(z.partial(rollRule)),
  /** `required` is refused where the installation doesn't see certificates. */
  clientCertificate: z.nullish(z.enum(CLIENT_CERTIFICATE_RULES, "invalid")),
  isDeleted: z.nullish(z.boolean("invalid")),
});
export type StrategyEntry = z.infer<typeof strategyEntry>;
export const strategyEntries = z.array(strategyEntry).check(z.maxLength(2 * MAX_STRATEGIES, "too_many_strategies"));

/** The fields of an entry, as the audit log and the strategy's own log name what a save changed. */
export const STRATEGY_FIELDS = [
  "name",
  "mode",
  "onGap",
  "start",
  "members",
  "limits",
  "roll",
  "onProtectionRefused",
  "clientCertificate",
] as const;

/** POST /strategies/{id}/state. With `flatten`, stopping also closes what the strategy holds. */
export const strategyStatePayload = z.object({
  state: z.enum(STRATEGY_STATES, "invalid"),
  flatten: z.nullish(z.boolean("invalid")),
});
export type StrategyStatePayload = z.infer<typeof strategyStatePayload>;

/**
 * A signal's place in its position chain (docs/decisions/strategies.md). `start`: the first one that is traded. `next`: it
 * begins where the last one ended. `duplicate`: it repeats an earlier one, and nothing is traded. `held`: it waits for
 * one that it overtook. `swapped`: it had overtaken others, and they have come. `gap`: signals before it are missing.
 * `restarted`: the same, and TradingView was flat before it: the exit is missing, or the alert was created anew. `late`:
 * it comes after later ones, when a gap had been declared without it; it is traded only if the gap wasn't. `waiting`: the
 * strategy waits until it has been flat. `inconsistent`: its own numbers don't agree, so it is no part of the chain.
 */
export const LINK_VERDICTS = [
  "start",
  "next",
  "duplicate",
  "held",
  "swapped",
  "gap",
  "restarted",
  "late",
  "waiting",
  "inconsistent",
] as const;
export type LinkVerdict = (typeof LINK_VERDICTS)[number];

/** A signal's place in its chain. Positions are signed, in TradingView's units. */
export const chainLink = z.object({
  verdict: z.enum(LINK_VERDICTS),
  from: z.string(),
  to: z.string(),
  /**
   * Of `gap` and `restarted`: the net change of the signals that never came. Of `late`: what is still missing of its gap,
   * null if that isn't known. Otherwise null.
   */
  missed: z.nullable(z.string()),
  /** How long it was held, in milliseconds; null if it wasn't. */
  heldMs: z.nullable(z.number()),
});
export type ChainLink = z.infer<typeof chainLink>;

/** What became of one member's order of a signal, in a word. */
export const MEMBER_OUTCOMES = ["waiting", "done", "nothingToDo", "refused", "working"] as const;

/** GET /strategies/{id}/signals: the strategy's signals, newest first. */
export const strategySignal = z.object({
  id: z.string(),
  createdDate: z.string(),
  ticker: z.nullable(z.string()),
  link: z.nullable(chainLink),
  /** Whether TradingView's client certificate came with it; null if the installation can't tell. */
  certificate: z.nullable(z.enum(CERTIFICATE_VERDICTS)),
  /** By outcome: how many of its orders. */
  outcomes: z.partialRecord(z.enum(MEMBER_OUTCOMES), z.number()),
  /** Its orders, in the order in which they were made. */
  orders: z.array(
    z.extend(namedAccount, {
      id: z.string(),
      accountId: z.string(),
      outcome: z.enum(MEMBER_OUTCOMES),
      /** Why it was refused, or why there was nothing to do; null otherwise. */
      reason: z.nullable(z.enum(REASONS)),
    }),
  ),
});
export type StrategySignal = z.infer<typeof strategySignal>;

/** GET /strategies/{id}/positions: what the strategy holds in each member account, by its own fills. */
export const strategyPosition = z.extend(namedAccount, {
  accountId: z.string(),
  ticker: z.string(),
  /** The contract behind a continuous symbol; otherwise the same as `ticker`. */
  contract: z.string(),
  quantity: z.string(),
  /** What it should hold by the last signal; null if no signal says. */
  target: z.nullable(z.string()),
  /** `quantity` minus `target`; null if no signal says. */
  drift: z.nullable(z.string()),
  averagePrice: z.nullable(z.string()),
  realisedProfit: z.nullable(z.string()),
  openProfit: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  readAt: z.nullable(z.string()),
});
export type StrategyPosition = z.infer<typeof strategyPosition>;

/** What the kill switch stops: one strategy, one account, or everything. */
export const STOP_SCOPES = ["strategy", "account", "all"] as const;
export type StopScope = (typeof STOP_SCOPES)[number];
/** `stop`: no new orders. `cancel`: our working orders are cancelled, too. `flatten`: what we opened is closed as well. */
export const STOP_LEVELS = ["stop", "cancel", "flatten"] as const;
export type StopLevel = (typeof STOP_LEVELS)[number];

/** POST /stops: pulls the kill switch. `id` names the strategy or account; none for `all`. */
export const stopPayload = z.object({
  scope: z.enum(STOP_SCOPES, "invalid"),
  id: z.nullish(z.string("invalid").check(z.maxLength(64, "too_long"))),
  level: z.enum(STOP_LEVELS, "invalid"),
});
export type StopPayload = z.infer<typeof stopPayload>;

/** A pull of the kill switch, as GET /stops/me/list returns it. */
export const stop = z.object({
  id: z.string(),
  scope: z.enum(STOP_SCOPES),
  /** Null for `all`. */
  subjectId: z.nullable(z.string()),
  subjectName: z.nullable(z.string()),
  level: z.enum(STOP_LEVELS),
  /** `proven`: read back from the venues. `unproven`: something couldn't be cancelled, closed or read: see `open`. */
  state: z.enum(["working", "proven", "unproven"]),
  requestedAt: z.string(),
  /** How long it took from the request until it was proven, in milliseconds; null until then. */
  tookMs: z.nullable(z.number()),
  liftedAt: z.nullable(z.string()),
  cancelledOrders: z.number(),
  closedPositions: z.number(),
  /** What is still at work or held, and why. */
  open: z.array(
    z.extend(namedAccount, {
      accountId: z.string(),
      ticker: z.string(),
      quantity: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type Stop = z.infer<typeof stop>;

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
