/** A made-up fifth venue: all code that lists venues must find it once it is in the list. */
import type { VenueName } from "../enumerations.ts";
import type { VenuePath } from "../pages.ts";
import { VENUE_MANIFESTS, type ListedVenue } from "./index.ts";

export const FIFTH_VENUE = {
  name: "FIFTH_VENUE" as VenueName,
  addresses: {
    apiUrl: { setting: "FIFTH_VENUE_API_URL", ownUrl: "https://api.fifth-venue.example" },
    demoApiUrl: { setting: "FIFTH_VENUE_DEMO_API_URL", ownUrl: "https://demo-api.fifth-venue.example" },
  },
  texts: "tinkoff",
  page: "/brokers/fifth-venue" as VenuePath,
  documentation: "https://docs.fifth-venue.example",
  troubles: ["MARKET_CLOSED"],
  hasMargin: false,
  quantityUnit: "lots",
  exampleOrder: { ticker: "FIVE", direction: "buy", type: "market", contracts: 5 },
  terminal: { live: { url: "https://fifth-venue.example/orders", shows: "orders" }, demo: null },
  supports: { LIMIT: ["price", "icebergFixed"], STOP: ["condition", "triggerPrice"] },
  timesInForce: {},
} as const satisfies ListedVenue;

export const FIVE_VENUES: readonly ListedVenue[] = [...VENUE_MANIFESTS, FIFTH_VENUE];
