/** Time zones to choose from, by their names in the IANA database. */

/** Those of the venues and of most traders come first. */
const FIRST = ["Europe/Moscow", "UTC", "Europe/London", "America/New_York"] as const;

/** Returns the options, `current` among them. */
export function zonesWith(current: string): readonly { readonly value: string; readonly label: string }[] {
  const zones = new Set<string>([
    ...FIRST,
    ...(current === "" ? [] : [current]),
    ...Intl.supportedValuesOf("timeZone"),
  ]);
  return [...zones].map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}
