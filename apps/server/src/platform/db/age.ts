/**
 * How long ago an alert was received. Its own node tells by a clock that nobody sets; other nodes, and a later process, by
 * PostgreSQL's, as that is the only one they share. Docs: decisions/clocks.md.
 */

/** SQL for PostgreSQL's time, in microseconds since the Unix epoch. */
export const DATABASE_NOW_US = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";

/** Who asks for an age: SQL for its name among the nodes, and for its monotonic time of asking in microseconds. */
export interface Asker {
  readonly node: string;
  readonly monotonicUs: string;
}

/**
 * SQL for the age of a row of orders or alerts, in microseconds; never negative, whatever was done to PostgreSQL's clock.
 * @param row the table, or its name in the statement
 */
export const ageUs = (row: string, { node, monotonicUs }: Asker): string => `
greatest(0, case when ${row}.accepted_by = ${node} then ${monotonicUs} - ${row}.received_at_monotonic
  else ${DATABASE_NOW_US} - ${row}.received_at_database end)`;

/** SQL for when an alert was received by PostgreSQL's clock, asked for by the node that received it. */
export const receivedAtDatabase = (receivedAtMonotonic: string, { monotonicUs }: Pick<Asker, "monotonicUs">): string =>
  `${DATABASE_NOW_US} - (${monotonicUs} - ${receivedAtMonotonic})`;

/** Monotonic time as the database takes it. */
export function monotonicMicros(ms: number): number {
  return Math.round(ms * 1_000);
}
