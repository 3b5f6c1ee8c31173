/** The list of venues: all code that offers, configures or simulates them goes by it. */
import type { VenueName } from "../enumerations.ts";
import { ALOR } from "./alor.ts";
import { BINANCE_FUTURES } from "./binance-futures.ts";
import { BINANCE_SPOT } from "./binance-spot.ts";
import type { VenueManifest } from "./manifest.ts";
import { T_INVEST } from "./t-invest.ts";

export { ALOR, BINANCE_FUTURES, BINANCE_SPOT, T_INVEST };
export {
  isFieldSupported,
  orderTypesOf,
  type TerminalPage,
  type VenueAddress,
  type VenueManifest,
} from "./manifest.ts";

/** In the order in which they are offered: Alor first, because most users come with it. */
const LISTED = [ALOR, T_INVEST, BINANCE_SPOT, BINANCE_FUTURES] as const;

/** A manifest whose texts exist. */
export type ListedVenue = VenueManifest & Pick<(typeof LISTED)[number], "texts">;

export const VENUE_MANIFESTS: readonly ListedVenue[] = LISTED;

/** The setting of one of a venue's addresses. */
export type VenueAddressSetting = SettingOf<(typeof LISTED)[number]["addresses"]>;
type SettingOf<Addresses> = Addresses extends unknown ? SettingIn<Addresses[keyof Addresses]> : never;
type SettingIn<Address> = Address extends { readonly setting: infer Setting } ? Setting : never;

/** Returns the manifest of that name. @throws when there is none. */
export function manifestOf(name: VenueName, venues: readonly ListedVenue[] = VENUE_MANIFESTS): ListedVenue {
  const found = venues.find((venue) => venue.name === name);
  if (!found) throw new Error(`${name} has no manifest`);
  return found;
}
