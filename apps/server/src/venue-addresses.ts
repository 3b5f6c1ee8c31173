/** Where the venues answer, by the setting that moves each of their addresses. */
import { VENUE_MANIFESTS, type VenueAddressSetting, type VenueManifest } from "@chartrelay/contract";

/** Base URLs, without a slash at the end. */
export type VenueAddresses = Readonly<Record<VenueAddressSetting, string>>;

/** The settings of the venues' addresses. */
export function addressSettings(venues: readonly VenueManifest[] = VENUE_MANIFESTS): VenueAddressSetting[] {
  return Object.keys(ownAddresses(venues)) as VenueAddressSetting[];
}

/** Whether an address was left for the simulators to stand in. */
export function isAnyUnset(set: Partial<VenueAddresses>, venues?: readonly VenueManifest[]): boolean {
  return addressSettings(venues).some((name) => set[name] === undefined);
}

/** What is set by hand, else the simulators where there are some, else the venues' own hosts. */
export function venueAddresses(
  set: Partial<VenueAddresses>,
  simulated: Readonly<Record<string, string>> = {},
  venues?: readonly VenueManifest[],
): VenueAddresses {
  return { ...ownAddresses(venues), ...simulated, ...set };
}

/** The venues' own hosts (docs/venues: hosts of each venue). */
function ownAddresses(venues: readonly VenueManifest[] = VENUE_MANIFESTS): VenueAddresses {
  const addresses = venues.flatMap((venue) => Object.values(venue.addresses));
  return Object.fromEntries(addresses.map(({ setting, ownUrl }) => [setting, ownUrl])) as VenueAddresses;
}
