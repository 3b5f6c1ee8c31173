/** Where the venues answer, by the setting that moves each of them. */

/** The venues' own hosts (docs/venues: hosts of each venue). */
const OWN = {
  ALOR_API_URL: "https://api.alor.ru",
  ALOR_OAUTH_URL: "https://oauth.alor.ru",
  ALOR_DEMO_API_URL: "https://apidev.alor.ru",
  ALOR_DEMO_OAUTH_URL: "https://oauthdev.alor.ru",
  TINKOFF_API_URL: "https://invest-public-api.tbank.ru/rest",
  TINKOFF_DEMO_API_URL: "https://sandbox-invest-public-api.tbank.ru/rest",
  BINANCE_SPOT_API_URL: "https://api.binance.com",
  BINANCE_SPOT_DEMO_API_URL: "https://demo-api.binance.com",
  BINANCE_FUTURES_API_URL: "https://fapi.binance.com",
  BINANCE_FUTURES_DEMO_API_URL: "https://demo-fapi.binance.com",
} as const;

export type VenueAddress = keyof typeof OWN;
export const VENUE_ADDRESSES = Object.keys(OWN) as VenueAddress[];

/** Base URLs, without a slash at the end. */
export type VenueAddresses = Readonly<Record<VenueAddress, string>>;

/** Whether an address was left for the simulators to stand in. */
export function isAnyUnset(set: Partial<VenueAddresses>): boolean {
  return VENUE_ADDRESSES.some((name) => set[name] === undefined);
}

/** What is set by hand, else the simulators where there are some, else the venues' own hosts. */
export function venueAddresses(
  set: Partial<VenueAddresses>,
  simulated: Readonly<Record<string, string>> = {},
): VenueAddresses {
  return { ...OWN, ...simulated, ...set };
}
