/** What Binance's refusals mean, as far as spot and futures agree. */
import { rejected, throttled, UNKNOWN, type Verdict } from "../verdict.ts";

/** All given conditions must hold. */
export interface Row {
  /** Any 4xx by default: with 5xx a venue says that it doesn't know itself, whatever code comes with it. */
  readonly status?: number;
  readonly codes?: readonly number[];
  /** Matched against the answer's `msg`. */
  readonly text?: RegExp;
  /** The answer's body doesn't matter: whatever it is, the status means that nothing was done. */
  readonly anyBody?: boolean;
  readonly verdict: Verdict;
  readonly source: string;
}

/** The shortest interval over which the venue counts an account's orders (docs/venues/binance.md, Limits). */
const ORDER_COUNT_MS = 10_000;

/**
 * Sources, here and in both tables: `facts` = docs/venues/binance.md. `errors` = the product's list of error codes in
 * Binance's documentation. `general` = its general information.
 *
 * Rows that say that the order exists come first, then those that leave its fate open, then the refusals.
 */
export const SHARED_ROWS: readonly Row[] = [
  {
    codes: [-2010, -1010],
    text: /duplicate/i,
    verdict: UNKNOWN,
    source: "facts: the id is taken by an open order, which can only be ours: look it up",
  },
  { codes: [-1000, -1001], verdict: UNKNOWN, source: "errors: an unknown or internal error while processing" },
  { codes: [-1006, -1007], verdict: UNKNOWN, source: "facts; errors: execution status unknown" },
  { status: 408, anyBody: true, verdict: UNKNOWN, source: "facts: the backend's timeout" },

  // Too much at once.
  {
    codes: [-1015],
    verdict: throttled("VENUE_THROTTLED", ORDER_COUNT_MS),
    source: "facts: too many orders of this account",
  },
  { codes: [-1003, -1008], verdict: throttled("VENUE_THROTTLED"), source: "facts: rate, overload" },
  { status: 429, anyBody: true, verdict: throttled("VENUE_THROTTLED"), source: "facts: the address's rate limit" },
  { status: 418, anyBody: true, verdict: throttled("VENUE_THROTTLED"), source: "facts: the address is banned" },
  { codes: [-1016], verdict: throttled("VENUE_UNAVAILABLE"), source: "errors: shutting down" },
  {
    codes: [-1021, -5028],
    verdict: throttled("VENUE_UNAVAILABLE"),
    source: "facts: refused for its time, though the clock was set anew",
  },

  // Keys and rights.
  {
    codes: [-1022, -2014, -2017],
    verdict: rejected("CREDENTIALS_REFUSED"),
    source: "facts: signature, key; errors: locked",
  },
  {
    codes: [-2008],
    verdict: rejected("CREDENTIALS_REFUSED"),
    source:
      "seen live of a key that doesn't exist or is the other environment's (binance-signature-examples#17): no list has it",
  },
  { codes: [-2015], verdict: rejected("KEY_OR_ADDRESS_REFUSED"), source: "facts: key, IP or permission; pitfall V21" },
  { codes: [-1002, -1099], verdict: rejected("NO_RIGHTS"), source: "errors: not authorized" },

  // Instruments and terms.
  { codes: [-1121], verdict: rejected("INSTRUMENT_NOT_FOUND"), source: "facts" },
  { codes: [-1122], verdict: rejected("INSTRUMENT_NOT_TRADABLE"), source: "errors: invalid symbol status" },
  { codes: [-1116], verdict: rejected("ORDER_TYPE_NOT_SUPPORTED"), source: "errors: invalid order type" },
  { codes: [-1112], verdict: rejected("NO_MARKET_PRICE"), source: "errors: no orders on the book" },
  {
    codes: [-1013],
    text: /Filter failure: PRICE_FILTER/,
    verdict: rejected("PRICE_OFF_TICK"),
    source: "facts; Binance's filters",
  },
  {
    codes: [-1013],
    text: /Filter failure: PERCENT_PRICE/,
    verdict: rejected("PRICE_OUT_OF_LIMITS"),
    source: "facts; Binance's filters",
  },
  {
    codes: [-1013],
    text: /Filter failure: (MARKET_)?LOT_SIZE/,
    verdict: rejected("QUANTITY_NOT_ALLOWED"),
    source: "facts; Binance's filters",
  },
  {
    codes: [-1013],
    text: /Filter failure: (MIN_)?NOTIONAL/,
    verdict: rejected("ORDER_VALUE_OUT_OF_LIMITS"),
    source: "facts; Binance's filters",
  },
  {
    codes: [-1013],
    text: /Filter failure: (EXCHANGE_MAX_NUM|MAX_NUM|MAX_POSITION|MAX_ASSET)/,
    verdict: rejected("ACCOUNT_LIMIT_REACHED"),
    source: "Binance's filters",
  },
  { codes: [-1111], verdict: rejected("QUANTITY_NOT_ALLOWED"), source: "facts: more digits than the instrument has" },
  {
    codes: [-1013, -1014, -1020, -1100, -1101, -1102, -1103, -1104, -1105, -1106, -1108],
    verdict: rejected("VENUE_REFUSED"),
    source: "errors: refused before it reached the matching engine",
  },
  {
    codes: [-1109, -1110, -1114, -1115, -1117, -1118, -1128, -1130, -1136],
    verdict: rejected("VENUE_REFUSED"),
    source: "errors: refused before it reached the matching engine",
  },
];

/** The last row: decided by the status alone. */
export const FIREWALL_ROW: Row = {
  status: 403,
  anyBody: true,
  verdict: throttled("VENUE_UNAVAILABLE"),
  source: "facts: the firewall before the API",
};
