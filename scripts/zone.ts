/** Returns a time zone where it is now this hour of the day; for a URL, in which a bare + would mean a space. */
export function zoneWhereItIs(hour: number): string {
  const ahead = hour - new Date().getUTCHours();
  const offset = ahead > 14 ? ahead - 24 : ahead;
  // The sign of these names is reversed: Etc/GMT-3 is three hours ahead of UTC.
  return encodeURIComponent(`Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`);
}
