import type { OrderField } from "../message/order-message.ts";
import type { VenueManifest } from "./manifest.ts";

const PRICED = ["price", "timeInForce", "icebergFixed", "icebergVariance"] as const satisfies readonly OrderField[];
const CONDITIONAL = [
  "condition",
  "triggerPrice",
  "stopEndUnixTime",
  "activate",
] as const satisfies readonly OrderField[];
const TIMES_IN_FORCE = ["oneday", "immediateorcancel", "fillorkill", "goodtillcancelled"] as const;

/** docs/venues/alor.md. */
export const ALOR = {
  name: "ALOR_BROKER",
  addresses: {
    apiUrl: { setting: "ALOR_API_URL", ownUrl: "https://api.alor.ru" },
    oauthUrl: { setting: "ALOR_OAUTH_URL", ownUrl: "https://oauth.alor.ru" },
    demoApiUrl: { setting: "ALOR_DEMO_API_URL", ownUrl: "https://apidev.alor.ru" },
    demoOauthUrl: { setting: "ALOR_DEMO_OAUTH_URL", ownUrl: "https://oauthdev.alor.ru" },
  },
  texts: "alor",
  page: "/brokers/alor",
  documentation: "https://alor.dev/docs",
  troubles: ["OUTCOME_UNKNOWN", "CLEARING", "CONTINUOUS_FUTURES", "MARGIN_NOT_ALLOWED", "CREDENTIALS_REFUSED"],
  hasMargin: true,
  quantityUnit: "lots",
  exampleOrder: { ticker: "SBER", direction: "buy", type: "market", contracts: 1 },
  // The test environment has no terminal of its own that we know of.
  terminal: { live: { url: "https://astras.alor.ru/", shows: "terminal" }, demo: null },
  supports: {
    MARKET: ["timeInForce"],
    LIMIT: PRICED,
    // A stop has no time in force (docs/pitfalls.md, V15).
    STOP: CONDITIONAL,
    STOP_LIMIT: [...CONDITIONAL, ...PRICED],
  },
  timesInForce: { MARKET: TIMES_IN_FORCE, LIMIT: TIMES_IN_FORCE, STOP_LIMIT: TIMES_IN_FORCE },
} as const satisfies VenueManifest;
