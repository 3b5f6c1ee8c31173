/** What helps after a refusal: one place for each reason. A table, so that no reason is forgotten. */
import { manifestOf, type OrderDetails, type Reason, type TerminalPage, type VenueName } from "@chartrelay/contract";

/** What was refused, as far as it is known. */
export interface Refused {
  readonly reason: Reason;
  /** The account's current id. */
  readonly accountId: string;
  readonly venue: VenueName | undefined;
  readonly isDemo: boolean;
  /** Undefined while it is loading, and for what has no message of ours. */
  readonly details?: Pick<OrderDetails, "body" | "problems" | "corrections" | "venueWords" | "rules"> | undefined;
}

/** Where a reader is sent: the account's key, the message, PRO, the broker's own pages, our bot, us, or the FAQ. */
export type NextStep = "account" | "builder" | "subscription" | "terminal" | "bot" | "support" | "faq";

const NEXT_STEPS: Readonly<Record<Reason, NextStep>> = {
  BAD_MESSAGE: "builder",
  IDEMPOTENCY_KEY_REUSED: "builder",
  DUPLICATE_KEY: "builder",
  EXPIRED: "terminal",
  EXPIRED_BEHIND_UNKNOWN: "terminal",
  OUTCOME_UNKNOWN: "terminal",
  OVERTAKEN: "account",
  ACCOUNT_DELETED: "account",
  ACCEPTED_FOR_DEMO: "account",
  ACCEPTED_FOR_LIVE: "account",
  KEY_REPLACED: "terminal",
  CREDENTIALS_MISSING: "account",
  CREDENTIALS_UNREADABLE: "account",
  KEY_MAY_WITHDRAW: "account",
  LIVE_NEEDS_PRO: "subscription",
  ORDER_TYPE_NOT_SUPPORTED: "builder",
  FIELD_NOT_SUPPORTED: "builder",
  FOR_FUTURES_ONLY: "builder",
  ACCOUNT_PAUSED: "account",
  STOPPED: "faq",
  HELD_BY_HAND: "faq",
  NOT_HELD: "faq",
  STRATEGY_PAUSED: "faq",
  STRATEGY_STOPPED: "faq",
  CERTIFICATE_REQUIRED: "faq",
  TOO_MANY_ALERTS: "faq",
  CANCELLED_BEFORE_SENT: "faq",
  NOTHING_TO_DO: "faq",
  SUPERSEDED: "faq",
  STRATEGY_DELETED: "account",
  CLOSING_NOT_FILLED: "terminal",
  CLOSING_FAILED: "terminal",
  PRICE_NOT_KNOWN: "faq",
  EQUITY_NOT_KNOWN: "faq",
  EQUITY_IN_OTHER_CURRENCY: "faq",
  LIMIT_POSITION: "faq",
  LIMIT_ORDERS_PER_DAY: "faq",
  LIMIT_DAILY_LOSS: "faq",
  LIMIT_DAILY_DRAWDOWN: "faq",
  LIMIT_PYRAMIDING: "faq",
  LIMIT_TRADING_HOURS: "faq",
  LIMIT_NOT_KNOWN: "faq",
  CONTRACTS_NOT_KNOWN: "faq",
  CONTRACT_NOT_LISTED: "builder",
  CONTRACTS_DISAGREE: "faq",
  CONTRACT_HELD_ELSEWHERE: "faq",
  EMPTY_MESSAGE: "faq",
  CHAT_MISSING: "account",
  CHAT_NOT_FOUND: "bot",
  CHAT_NOT_STARTED: "bot",
  CHAT_BLOCKED: "bot",
  CHAT_BOT_REMOVED: "bot",
  CHAT_FORBIDDEN: "bot",
  MESSAGE_REFUSED: "faq",
  TELEGRAM_THROTTLED: "faq",
  TELEGRAM_UNAVAILABLE: "faq",
  CHANNEL_NOT_SET_UP: "support",
  MAIL_REFUSED: "support",
  MAIL_SERVER_UNAVAILABLE: "support",
  INSTRUMENT_NOT_FOUND: "builder",
  INSTRUMENT_AMBIGUOUS: "builder",
  CONTRACT_AT_SPOT: "builder",
  DELIVERY_CONTRACT: "builder",
  OTHER_EXCHANGE: "builder",
  NOT_A_TICKER: "builder",
  CONTINUOUS_FUTURES: "builder",
  INSTRUMENT_NOT_TRADABLE: "terminal",
  QUANTITY_NOT_WHOLE_LOTS: "builder",
  QUANTITY_TOO_LARGE: "builder",
  QUANTITY_TOO_SMALL: "builder",
  ORDER_VALUE_OUT_OF_LIMITS: "builder",
  PRICE_OFF_TICK: "builder",
  ICEBERG_DOES_NOT_FIT: "builder",
  STOP_END_IN_MILLISECONDS: "builder",
  STOP_END_PASSED: "builder",
  VENUE_THROTTLED: "faq",
  VENUE_UNAVAILABLE: "terminal",
  VENUE_REFUSED: "terminal",
  CREDENTIALS_REFUSED: "account",
  NO_RIGHTS: "account",
  NO_RIGHT_TO_READ: "account",
  INSUFFICIENT_FUNDS: "terminal",
  MARGIN_NOT_ALLOWED: "account",
  MARGIN_OFF_AT_BROKER: "terminal",
  UNCOVERED_NOT_ALLOWED: "terminal",
  ACCOUNT_NOT_FOUND: "account",
  ACCOUNT_BLOCKED: "terminal",
  INSTRUMENT_FORBIDDEN: "terminal",
  ORDER_TYPE_FORBIDDEN: "builder",
  CONFIRMATION_NEEDED: "terminal",
  REFUSED_FOR_NOW: "terminal",
  MARKET_CLOSED: "faq",
  CLEARING: "faq",
  NO_MARKET_PRICE: "builder",
  PRICE_OUT_OF_LIMITS: "terminal",
  KEY_OR_ADDRESS_REFUSED: "account",
  QUANTITY_NOT_ALLOWED: "builder",
  ACCOUNT_LIMIT_REACHED: "terminal",
  HEDGE_MODE: "builder",
  NOTHING_EXECUTED: "builder",
  ORDER_NOT_FOUND: "terminal",
};

/** Returns the step that helps most; where its place doesn't exist, the FAQ's answer. */
export function nextStepOf({ reason, venue, isDemo, details }: Refused, hasBot: boolean): NextStep {
  const step = NEXT_STEPS[reason];
  const isThere =
    (step !== "terminal" || terminalOf(venue, isDemo) !== undefined) &&
    (step !== "builder" || details !== undefined) &&
    (step !== "bot" || hasBot);
  return isThere ? step : "faq";
}

/** Returns the broker's own page where its orders can be seen; undefined if there is none. */
export function terminalOf(venue: VenueName | undefined, isDemo: boolean): TerminalPage | undefined {
  return (venue && manifestOf(venue).terminal[isDemo ? "demo" : "live"]) ?? undefined;
}

/** Refusals that nobody has to mend: the trader's own choice, the time of day, or a broker that is busy. */
const PASSING: ReadonlySet<Reason> = new Set([
  "NOTHING_TO_DO",
  "SUPERSEDED",
  "STRATEGY_PAUSED",
  "STRATEGY_STOPPED",
  "LIMIT_POSITION",
  "LIMIT_ORDERS_PER_DAY",
  "LIMIT_DAILY_LOSS",
  "LIMIT_DAILY_DRAWDOWN",
  "LIMIT_PYRAMIDING",
  "LIMIT_TRADING_HOURS",
  "ACCOUNT_PAUSED",
  "STOPPED",
  "ACCEPTED_FOR_DEMO",
  "ACCEPTED_FOR_LIVE",
  "MARKET_CLOSED",
  "CLEARING",
  "REFUSED_FOR_NOW",
  "NOTHING_EXECUTED",
  "VENUE_THROTTLED",
  "TELEGRAM_THROTTLED",
]);

/** `unclear`: it may have been executed, and the reader must look before doing anything else. */
export type Severity = "unclear" | "passing" | "mistake";

/** Returns how grave a refusal is. */
export function severityOf(reason: Reason): Severity {
  if (reason === "OUTCOME_UNKNOWN") return "unclear";
  return PASSING.has(reason) ? "passing" : "mistake";
}
