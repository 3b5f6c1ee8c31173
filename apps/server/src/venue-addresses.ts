/** The venues' addresses, by the setting that overrides each of them. */
import { VENUE_MANIFESTS, type VenueAddressSetting, type VenueManifest } from "@chartrelay/contract";

/** Base URLs, without a slash at the end. */
export type VenueAddresses = Readonly<Record<VenueAddressSetting, string>>;

/** Returns the settings for the venues' addresses. */
export function addressSettings(venues: readonly VenueManifest[] = VENUE_MANIFESTS): VenueAddressSetting[] {
  return Object.keys(ownAddresses(venues)) as VenueAddressSetting[];
}

/** Returns whether any address is unset, so that a simulator can stand in. */
export function isAnyUnset(set: Partial<VenueAddresses>, venues?: readonly VenueManifest[]): boolean {
  return addressSettings(venues).some((name) => set[name] === undefined);
}

/** Returns each address: the explicit one, or else the simulator's, or else the venue's own host. */
export function venueAddresses(
  set: Partial<VenueAddresses>,
  simulated: Readonly<Record<string, string>> = {},
  venues?: readonly VenueManifest[],
): VenueAddresses {
  return { ...ownAddresses(venues), ...simulated, ...set };
}

/** Returns the venues' own hosts (docs/venues: hosts of each venue). */
function ownAddresses(venues: readonly VenueManifest[] = VENUE_MANIFESTS): VenueAddresses {
  const addresses = venues.flatMap((venue) => Object.values(venue.addresses));
  return Object.fromEntries(addresses.map(({ setting, ownUrl }) => [setting, ownUrl])) as VenueAddresses;
}
