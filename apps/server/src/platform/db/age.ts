/**
 * How long ago an alert was received. The node that received it uses its monotonic clock, which nobody sets; other
 * nodes and later processes use PostgreSQL's clock, the only one they share. Docs: decisions/clocks.md.
 */

/** SQL for PostgreSQL's time, in microseconds since the Unix epoch. */
export const DATABASE_NOW_US = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";

/** The node that asks for an age: SQL for its name in the cluster, and for its monotonic time now in microseconds. */
export interface Asker {
  readonly node: string;
  readonly monotonicUs: string;
  /** SQL for PostgreSQL's time at that moment; if it isn't given, the time now. */
  readonly databaseUs?: string;
}

/**
 * SQL for the age of a row of signals, in microseconds; never negative, even if PostgreSQL's clock was changed.
 * @param row the table's name or alias
 */
export const ageUs = (row: string, { node, monotonicUs, databaseUs = DATABASE_NOW_US }: Asker): string => `
greatest(0, case when ${row}.accepted_by = ${node} then ${monotonicUs} - ${row}.received_at_monotonic
  else ${databaseUs} - ${row}.received_at_database end)`;

/** SQL for the time, by PostgreSQL's clock, at which this node received an alert. */
export const receivedAtDatabase = (receivedAtMonotonic: string, { monotonicUs }: Pick<Asker, "monotonicUs">): string =>
  `${DATABASE_NOW_US} - (${monotonicUs} - ${receivedAtMonotonic})`;

/** Converts monotonic time to the database's microseconds. */
export function monotonicMicros(ms: number): number {
  return Math.round(ms * 1_000);
}
