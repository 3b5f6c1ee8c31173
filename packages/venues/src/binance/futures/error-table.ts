/**
 * What refusals by Binance USDⓈ-M futures mean. The first row that fits decides; what no row names is unknown, never
 * rejected.
 */
import { rejected, throttled, UNKNOWN } from "../../verdict.ts";
import { FIREWALL_ROW, SHARED_ROWS, type Row } from "../error-row.ts";

/**
 * A 503 has several meanings, and only its words tell which (docs/venues/binance.md, Futures: unknown outcome;
 * docs/pitfalls.md, V6). A failure names no time to wait: Binance advises 200, 400, 800 ms, which is the relay's own
 * backoff.
 */
const UNAVAILABLE: readonly Row[] = [
  { status: 503, text: /unknown error, please check your request/i, verdict: UNKNOWN, source: "facts; general" },
  {
    status: 503,
    text: /^service unavailable\b/i,
    verdict: throttled("VENUE_UNAVAILABLE"),
    source: "facts; general: failed for certain",
  },
  {
    status: 503,
    text: /^internal error; unable to process your request/i,
    verdict: throttled("VENUE_UNAVAILABLE"),
    source: "general: failed, may be sent again",
  },
  { status: 503, codes: [-1008], verdict: throttled("VENUE_THROTTLED"), source: "facts; general: failed for certain" },
];

export const FUTURES_ERROR_TABLE: readonly Row[] = [
  ...UNAVAILABLE,
  { codes: [-4116], verdict: UNKNOWN, source: "facts: the id is taken by an open order, which can only be ours" },
  ...SHARED_ROWS,

  // Position mode.
  { codes: [-4061], verdict: rejected("HEDGE_MODE"), source: "facts: positionSide doesn't match; pitfall V23" },

  // Money and positions.
  {
    codes: [-2018, -2019, -4050, -4051],
    verdict: rejected("INSUFFICIENT_FUNDS"),
    source: "facts: margin; errors: balance",
  },
  {
    codes: [-2025, -2027, -2028, -4400, -4401],
    verdict: rejected("ACCOUNT_LIMIT_REACHED"),
    source: "errors: open orders, position at this leverage, trading rules",
  },

  // Prices, quantities, values.
  { codes: [-4014], verdict: rejected("PRICE_OFF_TICK"), source: "facts" },
  {
    codes: [-4001, -4002, -4013, -4016, -4024, -4131],
    verdict: rejected("PRICE_OUT_OF_LIMITS"),
    source: "errors",
  },
  { codes: [-4003, -4004], verdict: rejected("QUANTITY_TOO_SMALL"), source: "facts; errors" },
  { codes: [-4005], verdict: rejected("QUANTITY_TOO_LARGE"), source: "errors" },
  { codes: [-4023], verdict: rejected("QUANTITY_NOT_ALLOWED"), source: "facts: step" },
  { codes: [-4164], verdict: rejected("ORDER_VALUE_OUT_OF_LIMITS"), source: "facts: least notional" },
  { codes: [-5021, -2020], verdict: rejected("NOTHING_EXECUTED"), source: "facts: FOK killed; errors: unable to fill" },

  // Instruments and rights.
  { codes: [-4140, -4141], verdict: rejected("INSTRUMENT_NOT_TRADABLE"), source: "errors" },
  { codes: [-4144], verdict: rejected("INSTRUMENT_NOT_FOUND"), source: "errors: invalid pair" },
  {
    codes: [-4087, -4088, -4192],
    verdict: rejected("ACCOUNT_BLOCKED"),
    source: "errors: may only reduce, may not order now, cooling off",
  },
  { codes: [-4402], verdict: rejected("INSTRUMENT_FORBIDDEN"), source: "errors: not in this region" },
  { codes: [-4120], verdict: rejected("ORDER_TYPE_NOT_SUPPORTED"), source: "facts: stops moved" },
  { codes: [-5025], verdict: rejected("ORDER_TYPE_FORBIDDEN"), source: "errors: limit orders only" },

  {
    codes: [-2010, -2022, -2023, -2024, -4015, -4060, -4062, -4118],
    verdict: rejected("VENUE_REFUSED"),
    source: "facts: reduce-only; errors: refused",
  },
  FIREWALL_ROW,
];
