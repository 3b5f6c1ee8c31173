import { BINANCE_SPOT } from "./binance-spot.ts";
import type { VenueManifest } from "./manifest.ts";

/** docs/venues/binance.md, USDⓈ-M futures. */
export const BINANCE_FUTURES = {
  name: "BINANCE_FUTURES",
  addresses: {
    apiUrl: { setting: "BINANCE_FUTURES_API_URL", ownUrl: "https://fapi.binance.com" },
    demoApiUrl: { setting: "BINANCE_FUTURES_DEMO_API_URL", ownUrl: "https://demo-fapi.binance.com" },
    streamUrl: { setting: "BINANCE_FUTURES_STREAM_URL", ownUrl: "https://fstream.binance.com" },
    demoStreamUrl: { setting: "BINANCE_FUTURES_DEMO_STREAM_URL", ownUrl: "https://demo-fstream.binance.com" },
    // Only the live spot host tells what a key may do.
    restrictionsUrl: BINANCE_SPOT.addresses.apiUrl,
  },
  texts: "binance",
  page: "/brokers/binance-futures",
  documentation: "https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info",
  troubles: ["OUTCOME_UNKNOWN", "HEDGE_MODE", "VENUE_THROTTLED", "DELIVERY_CONTRACT", "KEY_OR_ADDRESS_REFUSED"],
  hasMargin: false,
  quantityUnit: "base units",
  exampleOrder: { ticker: "BTCUSDT.P", direction: "buy", type: "market", contracts: 0.002 },
  terminal: {
    live: { url: "https://www.binance.com/en/my/orders/futures/orderhistory", shows: "orders" },
    demo: { url: "https://demo.binance.com/en/futures/BTCUSDT", shows: "terminal" },
  },
  // Same as spot; in hedge mode an order says which position it is for.
  supports: { MARKET: ["timeInForce", "positionSide"], LIMIT: ["price", "timeInForce", "positionSide"] },
  timesInForce: { LIMIT: ["goodtillcancelled", "immediateorcancel", "fillorkill"] },
  weightPerMinute: 2_400,
} as const satisfies VenueManifest;
