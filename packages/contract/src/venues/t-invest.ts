import type { VenueManifest } from "./manifest.ts";

/** docs/venues/t-invest.md. */
export const T_INVEST = {
  name: "TINKOFF",
  addresses: {
    apiUrl: { setting: "TINKOFF_API_URL", ownUrl: "https://invest-public-api.tbank.ru/rest" },
    demoApiUrl: { setting: "TINKOFF_DEMO_API_URL", ownUrl: "https://sandbox-invest-public-api.tbank.ru/rest" },
  },
  texts: "tinkoff",
  page: "/brokers/t-invest",
  documentation: "https://developer.tbank.ru/invest",
  troubles: ["OUTCOME_UNKNOWN", "VENUE_THROTTLED", "MARKET_CLOSED", "CONTINUOUS_FUTURES", "CREDENTIALS_REFUSED"],
  hasMargin: true,
  quantityUnit: "lots",
  exampleOrder: { ticker: "SBER", direction: "buy", type: "market", contracts: 1 },
  // The sandbox exists in the API only.
  terminal: { live: { url: "https://www.tbank.ru/terminal/", shows: "terminal" }, demo: null },
  // Only limit orders have a time in force (orders.proto, PostOrderRequest).
  supports: { MARKET: [], LIMIT: ["price", "timeInForce"] },
  // Nothing lasts beyond the day (openapi.yaml, v1TimeInForceType).
  timesInForce: { LIMIT: ["oneday", "immediateorcancel", "fillorkill"] },
} as const satisfies VenueManifest;
