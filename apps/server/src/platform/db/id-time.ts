/** Ids are UUIDs of version 7 (RFC 9562): each begins with the millisecond in which it was made, so the primary key leads to a time. */

const MILLISECOND_DIGITS = 12;
/** A row's id and its times are read from two clocks, which platform/clock.ts lets drift apart by some milliseconds. */
const CLOCK_MARGIN_MS = 1_000;

/** When an id was made, in milliseconds since the Unix epoch. */
export function millisecondOf(id: string): number {
  return Number.parseInt(id.replace("-", "").slice(0, MILLISECOND_DIGITS), 16);
}

/** What all ids of that millisecond and later are greater than. */
export function firstIdOf(ms: number): string {
  const digits = Math.floor(ms).toString(16).padStart(MILLISECOND_DIGITS, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

/**
 * SQL for an id that stands before every one made at `ms` or later, and at most a second before them. It finds the place
 * in the index; who needs the time to the microsecond compares the row's time as well.
 * @param ms SQL for milliseconds since the Unix epoch, a bigint
 */
export const idBefore = (ms: string): string =>
  `(lpad(to_hex(${ms} - ${CLOCK_MARGIN_MS}), ${MILLISECOND_DIGITS}, '0') || repeat('0', 20))::uuid`;
