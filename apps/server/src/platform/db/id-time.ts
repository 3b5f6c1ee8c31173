/**
 * Ids are UUIDs of version 7 (RFC 9562): each begins with the millisecond of its creation, so the primary key can find
 * rows by time.
 */

const MILLISECOND_DIGITS = 12;
/** A row's id and its times come from two clocks, which platform/clock.ts lets drift apart by a few milliseconds. */
const CLOCK_MARGIN_MS = 1_000;

/** Returns when an id was created, in milliseconds since the Unix epoch. */
export function millisecondOf(id: string): number {
  return Number.parseInt(id.replace("-", "").slice(0, MILLISECOND_DIGITS), 16);
}

/** Returns a lower bound of all ids created in that millisecond or later. */
export function firstIdOf(ms: number): string {
  const digits = Math.floor(ms).toString(16).padStart(MILLISECOND_DIGITS, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

/**
 * SQL for an id that sorts before every id created at `ms` or later, by at most a second. It finds the place in the
 * index; to be exact to the microsecond, compare the row's time as well.
 * @param ms SQL for milliseconds since the Unix epoch, a bigint
 */
export const idBefore = (ms: string): string =>
  `(lpad(to_hex(${ms} - ${CLOCK_MARGIN_MS}), ${MILLISECOND_DIGITS}, '0') || repeat('0', 20))::uuid`;
