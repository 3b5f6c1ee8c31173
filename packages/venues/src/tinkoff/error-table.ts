/**
 * What T-Invest's refusals of an order mean. The first row that fits decides; what no row names is unknown, never
 * rejected.
 *
 * A number from api_errors.json counts only with the gRPC status and the HTTP status that go with it: a gateway's error
 * that happens to contain one, or an answer that contradicts itself, is unknown.
 *
 * Refusals that might not be repeated later ("the market is closed") are rejections here, and the order isn't retried
 * within its time to live: T-Invest has answered 30057 to a repeat of an order_id that was once refused
 * (Tinkoff/invest-python#188, seen at the opening), after which nobody can say whether the order exists. A clear no is
 * worth more than a second try.
 *
 * Sources: `errors` = contracts/t-invest/api_errors.json, by number. `facts` = docs/venues/t-invest.md, Errors. `http`
 * = src/docs/http_errors.md of RussianInvestments/investAPI.
 */
import type { Reason } from "@chartrelay/contract";
import { rejected, throttled, UNKNOWN, type Verdict } from "../verdict.ts";
import type { Status } from "./refusal.ts";

/** All given conditions must hold. */
export interface Row {
  readonly status: Status;
  /** If absent, any number fits, and so does none. */
  readonly numbers?: readonly number[];
  /** Matched against the answer's message. */
  readonly text?: RegExp;
  /** The answer's body doesn't matter: the HTTP status says everything. */
  readonly anyBody?: boolean;
  readonly verdict: Verdict;
  readonly source: string;
}

/**
 * T-Invest reports a refusal by the exchange with a number of its own or, seen live, only in words: for 30049, and for
 * a rejected order.
 */
const WORDS: readonly { readonly text: RegExp; readonly reason: Reason }[] = [
  {
    text: /недостаточно (средств|активов|денег|бумаг)|нехватка средств|not enough (balance|assets)/i,
    reason: "INSUFFICIENT_FUNDS",
  },
  {
    text: /вне лимит|outside the limits|(открытия короткой позиции|otkry.tiya korotkoj poziczii).*(ниже|nizhe)/i,
    reason: "PRICE_OUT_OF_LIMITS",
  },
  { text: /шаг(а|у)? (изменения )?цены|price increment/i, reason: "PRICE_OFF_TICK" },
  {
    text: /сессия не ид[её]т|торги .*не проводятся|недоступен для торгов|not available for trading/i,
    reason: "MARKET_CLOSED",
  },
  { text: /непокрыт/i, reason: "MARGIN_NOT_ALLOWED" },
];

/** Returns why an order was rejected, as far as `message` says. */
export function reasonIn(message: string): Reason {
  return WORDS.find(({ text }) => text.test(message))?.reason ?? "VENUE_REFUSED";
}

/** Returns a row for a refusal of the request or of the order itself. */
const invalid = (reason: Reason, numbers: readonly number[]): Row => ({
  status: "INVALID_ARGUMENT",
  numbers,
  verdict: rejected(reason),
  source: "errors",
});

export const ERROR_TABLE: readonly Row[] = [
  // Nothing was done: the status says so.
  {
    status: "RESOURCE_EXHAUSTED",
    numbers: [80003],
    verdict: rejected("CONFIRMATION_NEEDED"),
    source: "errors: no more texts to confirm by this minute; they can be switched off",
  },
  {
    // The gateway refuses requests beyond the limit. If one did go through, the retry under the same order_id finds
    // out: so it costs nothing to ignore the advice in facts to look up first.
    status: "RESOURCE_EXHAUSTED",
    anyBody: true,
    verdict: throttled("VENUE_THROTTLED"),
    source: "errors: 80002; facts; http",
  },
  { status: "UNAUTHENTICATED", verdict: rejected("CREDENTIALS_REFUSED"), source: "errors: 40003; http" },
  {
    status: "PERMISSION_DENIED",
    numbers: [40002],
    verdict: rejected("NO_RIGHTS"),
    source: "errors: a token that may only read, or without access to the account",
  },
  {
    status: "PERMISSION_DENIED",
    numbers: [40004],
    verdict: rejected("ACCOUNT_BLOCKED"),
    source: "errors: closed, not the user's, or limited",
  },

  // The order may exist, or may yet appear: it has to be looked up.
  {
    status: "INVALID_ARGUMENT",
    numbers: [30057],
    verdict: UNKNOWN,
    source: "errors: a duplicate whose report was not found, so that there is, or will be, an order; facts; pitfall V5",
  },
  { status: "INTERNAL", anyBody: true, verdict: UNKNOWN, source: "facts: 70001, 70002, 70003, lookup first" },
  { status: "UNAVAILABLE", anyBody: true, verdict: UNKNOWN, source: "facts: 503, lookup first" },
  { status: "DEADLINE_EXCEEDED", anyBody: true, verdict: UNKNOWN, source: "facts: 504, lookup first" },
  {
    status: "INVALID_ARGUMENT",
    numbers: [30049],
    text: /time-?d? ?out|тайм-?аут|deadline|internal|внутренн|неизвестн/i,
    verdict: UNKNOWN,
    source: "errors: the error is in the text, and this one leaves the order open",
  },

  // Money, margin and the account's rights.
  invalid("INSUFFICIENT_FUNDS", [30034, 30042]),
  invalid("MARGIN_NOT_ALLOWED", [30240]),
  invalid("MARGIN_OFF_AT_BROKER", [30051]),
  invalid("ACCOUNT_BLOCKED", [30081, 30082, 30255]),
  invalid("ACCOUNT_NOT_FOUND", [30021, 30022]),
  invalid("INSTRUMENT_FORBIDDEN", [30101]),
  {
    status: "FAILED_PRECONDITION",
    numbers: [90001],
    verdict: rejected("CONFIRMATION_NEEDED"),
    source: "errors; facts",
  },
  {
    status: "FAILED_PRECONDITION",
    numbers: [90002],
    verdict: rejected("INSTRUMENT_FORBIDDEN"),
    source: "errors; facts",
  },
  {
    status: "FAILED_PRECONDITION",
    numbers: [90003],
    verdict: rejected("ORDER_VALUE_OUT_OF_LIMITS"),
    source: "errors; facts: more than 30 million roubles",
  },
  invalid("ORDER_VALUE_OUT_OF_LIMITS", [30109]),

  // The market.
  invalid("MARKET_CLOSED", [30079, 30092, 30097, 30098]),
  invalid("REFUSED_FOR_NOW", [30096]),
  invalid("NOTHING_EXECUTED", [30095, 30227]),
  invalid("PRICE_OFF_TICK", [30078]),
  invalid("PRICE_OUT_OF_LIMITS", [30099]),
  invalid("ORDER_TYPE_FORBIDDEN", [30068, 30094, 30103]),

  // The instrument.
  invalid("INSTRUMENT_NOT_TRADABLE", [30052, 30077, 30229, 30234, 30236]),
  {
    status: "NOT_FOUND",
    numbers: [50001, 50002],
    verdict: rejected("INSTRUMENT_NOT_FOUND"),
    source: "errors; facts",
  },
  { status: "NOT_FOUND", numbers: [50004], verdict: rejected("ACCOUNT_NOT_FOUND"), source: "errors" },

  // In words only.
  ...WORDS.map(({ text, reason }): Row => ({
    status: "INVALID_ARGUMENT",
    numbers: [30049],
    text,
    verdict: rejected(reason),
    source: "errors: see the text; the words are those of the refusals with a number, and of Tinkoff/investAPI#220",
  })),

  // A request that T-Invest can't read as we meant it: our fault, and nothing was done.
  invalid("VENUE_REFUSED", [30008, 30015, 30016, 30017, 30018, 30019, 30020, 30025, 30026, 30027, 30028]),
  invalid("VENUE_REFUSED", [30047, 30049, 30055, 30080, 30083, 30085, 30093, 30100, 30102, 30104, 30221, 30237, 30254]),
  { status: "UNIMPLEMENTED", numbers: [12001], verdict: rejected("VENUE_REFUSED"), source: "errors" },
];
