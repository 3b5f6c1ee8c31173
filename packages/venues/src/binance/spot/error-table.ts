/**
 * What Binance spot's refusals of an order mean. The first row that fits decides; what no row names is unknown, never
 * rejected, and so is every 5xx, whatever its body (docs/venues/binance.md, Unknown outcome).
 */
import { rejected } from "../../verdict.ts";
import { FIREWALL_ROW, SHARED_ROWS, type Row } from "../error-row.ts";

/** Errors of the matching engine: they share one code and differ in their words (docs/venues/binance.md, Errors). */
const ENGINE = [-2010, -1010];

export const SPOT_ERROR_TABLE: readonly Row[] = [
  ...SHARED_ROWS,
  { codes: ENGINE, text: /insufficient balance/i, verdict: rejected("INSUFFICIENT_FUNDS"), source: "facts; errors" },
  { codes: ENGINE, text: /market is closed/i, verdict: rejected("MARKET_CLOSED"), source: "facts; errors" },
  {
    codes: ENGINE,
    text: /orders are not support(ed)? for this symbol|unsupported order combination/i,
    verdict: rejected("ORDER_TYPE_FORBIDDEN"),
    source: "errors",
  },
  {
    codes: ENGINE,
    text: /disabled on this account|may not place or cancel/i,
    verdict: rejected("ACCOUNT_BLOCKED"),
    source: "errors",
  },
  {
    codes: ENGINE,
    text: /(not permitted|restricted) for this account/i,
    verdict: rejected("INSTRUMENT_FORBIDDEN"),
    source: "errors",
  },
  {
    codes: ENGINE,
    text: /price \* qty is zero or less/i,
    verdict: rejected("ORDER_VALUE_OUT_OF_LIMITS"),
    source: "errors",
  },
  { codes: ENGINE, text: /order book liquidity/i, verdict: rejected("NO_MARKET_PRICE"), source: "errors" },
  { codes: [-2010], verdict: rejected("VENUE_REFUSED"), source: "errors: new order rejected" },
  FIREWALL_ROW,
];
