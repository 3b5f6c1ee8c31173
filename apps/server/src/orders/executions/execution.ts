/**
 * What we know of an accepted order's execution, and how it grows. Events of the stream and reads come in any order, any
 * number of times, and some get lost; `applyExecution` makes the same of them in every order: knowledge only grows.
 */
import { compareDecimals, product, quotient, sum, type ExecutionState, type Reason } from "@chartrelay/contract";
import { type Execution, type Fee, type Fill, isFinal } from "@chartrelay/venues";

/** What is known of one order's execution. */
export interface KnownExecution {
  /** Null: the venue accepted the order, and we haven't heard of it since. */
  readonly state: ExecutionState | null;
  readonly filledQuantity: string;
  readonly averagePrice: string | null;
  readonly venueOrderId: string | null;
  readonly cancelledBy: Execution["cancelledBy"];
  readonly reason: Reason | null;
  /** What the order has cost so far, at a venue that counts fees by order instead of by fill. */
  readonly fee: Fee | null;
  /** All fills that we know, each once. */
  readonly fills: readonly Fill[];
}

/** What we know of an order that the venue has just accepted. */
export const JUST_ACCEPTED: KnownExecution = {
  state: "working",
  filledQuantity: "0",
  averagePrice: null,
  venueOrderId: null,
  cancelledBy: null,
  reason: null,
  fee: null,
  fills: [],
};

/** The outcome of applying what the venue said. */
export interface Applied {
  readonly known: KnownExecution;
  /** Fills to store: new ones, and those whose fee was unknown. */
  readonly fills: readonly Fill[];
  /** Whether anything is new. */
  readonly isChanged: boolean;
}

/** Digits after the point of an average price that we compute: two more than any venue's price has. */
const AVERAGE_PRICE_DIGITS = 10;

/**
 * Applies what the venue said of an order, whenever it said so. The state only moves forward, the filled quantity never
 * falls, and an end is never taken back: only a late fill makes a cancelled or expired order a filled one.
 * @param quantity the order's whole quantity in the message's units; null if unknown
 */
export function applyExecution(known: KnownExecution, execution: Execution, quantity: string | null): Applied {
  const fills = execution.fills.filter((fill) => isNews(known.fills, fill));
  const names = new Set(fills.map(({ tradeId }) => tradeId));
  const allFills =
    fills.length === 0 ? known.fills : [...known.fills.filter((each) => !names.has(each.tradeId)), ...fills];
  const filledQuantity = [known.filledQuantity, execution.filledQuantity, quantityOf(allFills)].reduce(larger);
  const state = furtherState(known.state, stateOf(execution, filledQuantity, quantity));
  const isEnding = isFinal(state) && state === execution.state && state !== known.state;
  const next: KnownExecution = {
    state,
    filledQuantity,
    averagePrice: averagePriceOf(allFills, filledQuantity, [execution, known]),
    venueOrderId: known.venueOrderId ?? (execution.venueOrderId || null),
    // What is said of an end, belongs to the end that counts; a working order's reason is that we couldn't read it.
    cancelledBy: isEnding ? execution.cancelledBy : state === known.state ? known.cancelledBy : null,
    reason: isEnding ? execution.reason : state === known.state && isFinal(state) ? known.reason : null,
    fee: laterFee(known.fee, execution.fee ?? null),
    fills: allFills,
  };
  const isChanged = fills.length > 0 || FIELDS.some((field) => next[field] !== known[field]);
  return isChanged ? { known: next, fills, isChanged } : { known, fills, isChanged };
}

const FIELDS = ["state", "filledQuantity", "averagePrice", "venueOrderId", "cancelledBy", "reason", "fee"] as const;

/** Returns whether the fills add up to what the venue says is filled. */
export function hasAllFills({ fills, filledQuantity }: KnownExecution): boolean {
  return compareDecimals(quantityOf(fills), filledQuantity) >= 0;
}

/**
 * Returns what an order has cost, one entry for each currency, in the currencies' alphabetical order: its own fee, or the
 * sums of its fills'.
 */
export function feesOf({ fee: ofOrder, fills }: Pick<KnownExecution, "fee" | "fills">): Fee[] {
  if (ofOrder !== null) return [ofOrder];
  const sums = new Map<string, string>();
  for (const { fee } of fills) if (fee) sums.set(fee.currency, sum(sums.get(fee.currency) ?? "0", fee.amount));
  return [...sums]
    .map(([currency, amount]) => ({ amount, currency }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** An order's fee only grows: the larger one was said later. */
function laterFee(known: Fee | null, said: Fee | null): Fee | null {
  if (known === null || said === null) return known ?? said;
  return compareDecimals(said.amount, known.amount) > 0 ? said : known;
}

/** How far a state is: nothing but a complete fill supersedes an end. */
const RANKS: Readonly<Record<ExecutionState, number>> = {
  working: 1,
  partiallyFilled: 2,
  cancelled: 3,
  expired: 3,
  filled: 4,
};

function furtherState(known: ExecutionState | null, said: ExecutionState): ExecutionState {
  return known !== null && RANKS[known] >= RANKS[said] ? known : said;
}

/** Returns the state that the quantities show, which may be further than the one that the venue names. */
function stateOf({ state }: Execution, filledQuantity: string, quantity: string | null): ExecutionState {
  if (quantity !== null && compareDecimals(filledQuantity, quantity) >= 0) return "filled";
  return state === "working" && compareDecimals(filledQuantity, "0") > 0 ? "partiallyFilled" : state;
}

/** Returns whether a fill is unknown, or its fee was. */
function isNews(known: readonly Fill[], { tradeId, fee }: Fill): boolean {
  const before = known.find((each) => each.tradeId === tradeId);
  return !before || (before.fee === null && fee !== null);
}

/** Returns the fills' average if they are all, else what the venue says of that quantity. */
function averagePriceOf(
  fills: readonly Fill[],
  filledQuantity: string,
  said: readonly Pick<KnownExecution, "filledQuantity" | "averagePrice">[],
): string | null {
  if (compareDecimals(filledQuantity, "0") === 0) return null;
  if (compareDecimals(quantityOf(fills), filledQuantity) === 0) {
    const value = fills.map(({ quantity, price }) => product(quantity, price)).reduce(sum, "0");
    return quotient(value, filledQuantity, AVERAGE_PRICE_DIGITS);
  }
  const ofThisQuantity = said.find(
    (each) => each.averagePrice !== null && compareDecimals(each.filledQuantity, filledQuantity) === 0,
  );
  return (ofThisQuantity ?? said.find((each) => each.averagePrice !== null))?.averagePrice ?? null;
}

function quantityOf(fills: readonly Fill[]): string {
  return fills.map(({ quantity }) => quantity).reduce(sum, "0");
}

function larger(one: string, other: string): string {
  return compareDecimals(one, other) >= 0 ? one : other;
}
