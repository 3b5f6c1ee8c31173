import type { VenueManifest } from "./manifest.ts";

/** docs/venues/binance.md. */
export const BINANCE_SPOT = {
  name: "BINANCE_SPOT",
  addresses: {
    apiUrl: { setting: "BINANCE_SPOT_API_URL", ownUrl: "https://api.binance.com" },
    demoApiUrl: { setting: "BINANCE_SPOT_DEMO_API_URL", ownUrl: "https://demo-api.binance.com" },
    // The WebSocket API, which carries the accounts' events.
    streamUrl: { setting: "BINANCE_SPOT_STREAM_URL", ownUrl: "https://ws-api.binance.com" },
    demoStreamUrl: { setting: "BINANCE_SPOT_DEMO_STREAM_URL", ownUrl: "https://demo-ws-api.binance.com" },
  },
  texts: "binance",
  page: "/brokers/binance-spot",
  documentation: "https://github.com/binance/binance-spot-api-docs",
  troubles: ["OUTCOME_UNKNOWN", "VENUE_THROTTLED", "QUANTITY_TOO_SMALL", "CONTRACT_AT_SPOT", "KEY_OR_ADDRESS_REFUSED"],
  hasMargin: false,
  quantityUnit: "base units",
  exampleOrder: { ticker: "BTCUSDT", direction: "buy", type: "market", contracts: 0.001 },
  terminal: {
    live: { url: "https://www.binance.com/en/my/orders/exchange/tradeorder", shows: "orders" },
    demo: { url: "https://demo.binance.com/en/my/orders/exchange", shows: "orders" },
  },
  // A market order ends at once: it may have a time in force that says so, but there is nothing to choose.
  supports: { MARKET: ["timeInForce"], LIMIT: ["price", "timeInForce"] },
  timesInForce: { LIMIT: ["goodtillcancelled", "immediateorcancel", "fillorkill"] },
  weightPerMinute: 6_000,
} as const satisfies VenueManifest;
