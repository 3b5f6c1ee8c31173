/** The enumerations of the specification (section 3), plus a few of our own, such as an order's stage. */

export const ROLES = ["USER", "ADMIN"] as const;
export type Role = (typeof ROLES)[number];

export const SUBSCRIPTION_TYPES = ["TRIAL", "PRO"] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

export const VENUES = ["TINKOFF", "ALOR_BROKER", "BINANCE_SPOT", "BINANCE_FUTURES"] as const;
export type VenueName = (typeof VENUES)[number];

export const ORDER_SIDES = ["BUY", "SELL"] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];

/**
 * NEW: we accepted it. CREATED: the venue accepted it. REJECTED: will never be at the venue, or was never known to be.
 */
export const STATUSES = ["NEW", "CREATED", "REJECTED"] as const;
export type Status = (typeof STATUSES)[number];

/** Where an order goes at its venue: to the market, or to a simulation of it. */
export const ENVIRONMENTS = ["live", "demo"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The specification names MARKET and LIMIT; the two stop types come from its Alor message. */
export const ORDER_TYPES = ["MARKET", "LIMIT", "STOP", "STOP_LIMIT"] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** The actions of messages that cancel: our working orders of one ticker, or all of the account's. */
export const CANCEL_ACTIONS = ["cancel", "cancelAll"] as const;
export type CancelAction = (typeof CANCEL_ACTIONS)[number];

/** The actions of messages that close: the position in one ticker, or every one. */
export const CLOSE_ACTIONS = ["close", "closeAll"] as const;
export type CloseAction = (typeof CLOSE_ACTIONS)[number];

/** What a message asks for. A message without an action places an order. */
export const ORDER_ACTIONS = ["order", ...CANCEL_ACTIONS] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** How far a NEW order has come; CREATED and REJECTED orders are `done`. */
export const STAGES = ["held", "queued", "sending", "unresolved", "done"] as const;
export type Stage = (typeof STAGES)[number];

/**
 * What became of an order after its venue accepted it. One that the exchange refused although the broker had accepted
 * it is `cancelled`, by the venue and with a reason. The last three are final: nothing more fills, except for fills that
 * the venue reports late.
 */
export const EXECUTION_STATES = ["working", "partiallyFilled", "filled", "cancelled", "expired"] as const;
export type ExecutionState = (typeof EXECUTION_STATES)[number];

/** What happens to an account's orders behind one whose outcome is unknown: they wait until it is known, or go on. */
export const ON_UNKNOWN_OUTCOME = ["wait", "goOn"] as const;
export type OnUnknownOutcome = (typeof ON_UNKNOWN_OUTCOME)[number];

export const TIMES_IN_FORCE = ["oneday", "immediateorcancel", "fillorkill", "goodtillcancelled"] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

export const STOP_CONDITIONS = ["More", "Less", "MoreOrEqual", "LessOrEqual"] as const;
export type StopCondition = (typeof STOP_CONDITIONS)[number];

/**
 * Which position of a Binance futures account in hedge mode an order is for: our own field, not in the specification.
 */
export const POSITION_SIDES = ["LONG", "SHORT"] as const;
export type PositionSide = (typeof POSITION_SIDES)[number];

export const LANGUAGES = ["en", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Which notifications about orders, keys and the subscription a user gets. Security notifications are always sent. */
export const NOTIFICATIONS = ["all", "failures", "none"] as const;
export type Notifications = (typeof NOTIFICATIONS)[number];

export const PLANS = ["1m-1rub", "1m", "3m", "6m", "12m"] as const;
export type Plan = (typeof PLANS)[number];

/**
 * The first steps of a new user, in the order in which they are offered, and what proves that one is done:
 * `account`: a venue accepts the key of one of the user's accounts,
 * `message`: one was copied from the builder or sent as a test, or TradingView has posted one,
 * `testOrder`: the venue accepted a test order,
 * `alert`: TradingView has posted an alert that wasn't refused; in the sandbox anybody may post it,
 * `telegram`: a chat is linked,
 * `live`: a venue accepts the key of a live account, and the user is PRO.
 */
export const FIRST_STEPS = ["account", "message", "testOrder", "alert", "telegram", "live"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];
