/** Why an order was refused, or what is known about it: stable codes, translated in the `reasons` namespace of the locales. */
export const REASONS = [
  // Ours
  "BAD_MESSAGE",
  "IDEMPOTENCY_KEY_REUSED",
  "EXPIRED",
  "OUTCOME_UNKNOWN",
  "ACCOUNT_DELETED",
  "CREDENTIALS_MISSING",
  "CREDENTIALS_UNREADABLE",
  "VENUE_NOT_SUPPORTED",
  "KEY_MAY_WITHDRAW",
  "ORDER_TYPE_NOT_SUPPORTED",
  "FIELD_NOT_SUPPORTED",
  // Found out before the send
  "INSTRUMENT_NOT_FOUND",
  "INSTRUMENT_AMBIGUOUS",
  "CONTINUOUS_FUTURES",
  "INSTRUMENT_NOT_TRADABLE",
  "QUANTITY_NOT_WHOLE_LOTS",
  "QUANTITY_TOO_LARGE",
  "PRICE_OFF_TICK",
  // Said by the venue
  "VENUE_THROTTLED",
  "VENUE_UNAVAILABLE",
  "VENUE_REFUSED",
  "CREDENTIALS_REFUSED",
  "NO_RIGHTS",
  "INSUFFICIENT_FUNDS",
  "MARGIN_NOT_ALLOWED",
  "MARKET_CLOSED",
  "PRICE_OUT_OF_LIMITS",
] as const;
export type Reason = (typeof REASONS)[number];
