import { REASONS, type Reason } from "@chartrelay/contract";

const GROUPS = {
  reasons_message: [
    "BAD_MESSAGE",
    "IDEMPOTENCY_KEY_REUSED",
    "DUPLICATE_KEY",
    "TOO_MANY_ALERTS",
    "CANCELLED_BEFORE_SENT",
    "FIELD_NOT_SUPPORTED",
    "FOR_FUTURES_ONLY",
    "STOP_END_IN_MILLISECONDS",
    "STOP_END_PASSED",
  ],
  reasons_strategy: [
    "NOTHING_TO_DO",
    "SUPERSEDED",
    "STRATEGY_PAUSED",
    "STRATEGY_STOPPED",
    "CERTIFICATE_REQUIRED",
    "STRATEGY_DELETED",
    "CLOSING_NOT_FILLED",
    "CLOSING_FAILED",
    "PRICE_NOT_KNOWN",
    "EQUITY_NOT_KNOWN",
    "EQUITY_IN_OTHER_CURRENCY",
    "LIMIT_POSITION",
    "LIMIT_ORDERS_PER_DAY",
    "LIMIT_DAILY_LOSS",
    "LIMIT_DAILY_DRAWDOWN",
    "LIMIT_PYRAMIDING",
    "LIMIT_TRADING_HOURS",
    "LIMIT_NOT_KNOWN",
  ],
  reasons_key: [
    "LIVE_NEEDS_PRO",
    "ACCOUNT_PAUSED",
    "STOPPED",
    "HELD_BY_HAND",
    "NOT_HELD",
    "ACCOUNT_DELETED",
    "ACCEPTED_FOR_DEMO",
    "ACCEPTED_FOR_LIVE",
    "KEY_REPLACED",
    "CREDENTIALS_MISSING",
    "CREDENTIALS_UNREADABLE",
    "CREDENTIALS_REFUSED",
    "KEY_MAY_WITHDRAW",
    "KEY_OR_ADDRESS_REFUSED",
    "NO_RIGHTS",
    "NO_RIGHT_TO_READ",
    "ACCOUNT_NOT_FOUND",
    "ACCOUNT_BLOCKED",
    "CONFIRMATION_NEEDED",
  ],
  reasons_instrument: [
    "INSTRUMENT_NOT_FOUND",
    "INSTRUMENT_AMBIGUOUS",
    "CONTRACT_AT_SPOT",
    "DELIVERY_CONTRACT",
    "OTHER_EXCHANGE",
    "NOT_A_TICKER",
    "CONTINUOUS_FUTURES",
    "CONTRACTS_NOT_KNOWN",
    "CONTRACT_NOT_LISTED",
    "CONTRACTS_DISAGREE",
    "CONTRACT_HELD_ELSEWHERE",
    "INSTRUMENT_NOT_TRADABLE",
    "INSTRUMENT_FORBIDDEN",
  ],
  reasons_size: [
    "QUANTITY_NOT_WHOLE_LOTS",
    "QUANTITY_NOT_ALLOWED",
    "QUANTITY_TOO_SMALL",
    "QUANTITY_TOO_LARGE",
    "ORDER_VALUE_OUT_OF_LIMITS",
    "ICEBERG_DOES_NOT_FIT",
    "PRICE_OFF_TICK",
    "PRICE_OUT_OF_LIMITS",
  ],
  reasons_money: [
    "INSUFFICIENT_FUNDS",
    "MARGIN_NOT_ALLOWED",
    "MARGIN_OFF_AT_BROKER",
    "UNCOVERED_NOT_ALLOWED",
    "ACCOUNT_LIMIT_REACHED",
  ],
  reasons_market: [
    "MARKET_CLOSED",
    "CLEARING",
    "NO_MARKET_PRICE",
    "ORDER_TYPE_NOT_SUPPORTED",
    "ORDER_TYPE_FORBIDDEN",
    "HEDGE_MODE",
    "NOTHING_EXECUTED",
    "ORDER_NOT_FOUND",
    "VENUE_REFUSED",
    "REFUSED_FOR_NOW",
  ],
  reasons_way: [
    "OUTCOME_UNKNOWN",
    "EXPIRED",
    "EXPIRED_BEHIND_UNKNOWN",
    "OVERTAKEN",
    "VENUE_UNAVAILABLE",
    "VENUE_THROTTLED",
  ],
} as const satisfies Readonly<Record<string, readonly Reason[]>>;

/** The group of reasons that no other group names: those of messages to a chat or a mailbox. */
const MESSAGES = "reasons_messages";

interface ReasonGroup {
  readonly title: keyof typeof GROUPS | typeof MESSAGES;
  readonly reasons: readonly Reason[];
}

/** Every reason why an order, an alert or a message may be refused, once, by topic. */
export const REASON_GROUPS: readonly ReasonGroup[] = readGroups();

function readGroups(): ReasonGroup[] {
  const groups: ReasonGroup[] = Object.entries(GROUPS).map(([title, reasons]) => ({
    title: title as keyof typeof GROUPS,
    reasons,
  }));
  const named = new Set(groups.flatMap(({ reasons }) => reasons));
  return [...groups, { title: MESSAGES, reasons: REASONS.filter((reason) => !named.has(reason)) }];
}
