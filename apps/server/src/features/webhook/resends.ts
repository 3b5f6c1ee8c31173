/**
 * Which row stands for an alert that TradingView sends again. Of two equal alerts that were lost together each has its own
 * resend, whichever nodes these reach and when: a resend claims its row in the commit that recognises it.
 */
import { ageUs, receivedAtDatabase } from "../../platform/db/age.ts";
import type { AlertTable } from "./answers.ts";
import type { CommittedRow } from "./route.ts";

/**
 * The last moment at which TradingView may send an alert again: it waits 5 s after a 5xx and sends three times more
 * (tradingview.com/support/solutions/43000735201), and it gives up on an answer after 3 s (43000529348), so that the third
 * resend comes 3 × (5 + 3) = 24 s after the alert at the latest. A second is for the ways.
 */
export const RESEND_WINDOW_US = 25_000_000;

/** Who accepts alerts, and what it knows that the storage doesn't yet. */
export interface Acceptor {
  /** The accepting node's name among the nodes. */
  readonly node: number;
  /** Its monotonic clock, now. */
  readonly monotonicUs: number;
  /** Rows whose answer is lost. */
  readonly lostUnmarked: readonly string[];
  /** Resends whose answer is lost in turn: their claims count no more. */
  readonly released: readonly string[];
}

/** The acceptor in SQL. */
const ACCEPTOR = { node: "$2::int", monotonicUs: "$5::bigint" };

/** SQL for when an incoming alert was received, by PostgreSQL's clock. */
export const RECEIVED_AT_DATABASE = receivedAtDatabase("received_at_monotonic", ACCEPTOR);

/**
 * Common table expressions of a statement that accepts a batch `incoming` into `table`; its parameters $2 to $5 are
 * `acceptorParameters`. `matched` holds the alerts that look like resends and is not to be inserted; `resent` those of
 * them that are, each with the row that it claims; `contended` those whose row another resend claimed just now.
 */
export const recogniseResends = (table: AlertTable): string => `
matched as (
  select incoming.ord, incoming.id as alert, earlier.id, earlier.seq, earlier.status
  from incoming cross join lateral (
    select id, seq, status from (
      select id, seq, status, accepted_by, received_at_monotonic, received_at_database from ${table}
      where account_id = incoming.account_id and body_hash = decode(incoming.body_hash, 'base64') and answer_lost
      union all
      select id, seq, status, accepted_by, received_at_monotonic, received_at_database from ${table}
      where id = any($3::uuid[]) and account_id = incoming.account_id
        and body_hash = decode(incoming.body_hash, 'base64')
    ) lost
    where ${ageUs("lost", { ...ACCEPTOR, monotonicUs: "incoming.received_at_monotonic" })} < ${RESEND_WINDOW_US}
      and not exists (select from resends where resends.row_id = lost.id and resends.alert <> all($4::uuid[]))
    order by seq limit 1
  ) earlier
  where incoming.status = 'NEW'
), claimed as (
  insert into resends (row_id, alert, node)
  select distinct on (id) id, alert, $2::int from matched order by id, ord
  on conflict (row_id) do update set alert = excluded.alert, node = excluded.node where resends.alert = any($4::uuid[])
  returning row_id, alert
), resent as (
  select ord, id, seq, status from matched join claimed using (alert)
), contended as (
  select ord, id, seq, status from matched where ord not in (select ord from resent)
)`;

/** The acceptor as the statement's parameters $2 to $5. */
export function acceptorParameters({ node, lostUnmarked, released, monotonicUs }: Acceptor): unknown[] {
  return [node, lostUnmarked, released, monotonicUs];
}

/** A row as such a statement gives it, with whatever else it says: `ord` is its alert's place in the batch. */
export type AcceptedRow<More = unknown> = More &
  Omit<CommittedRow, "kind"> & { readonly ord: number; readonly kind: CommittedRow["kind"] | "contended" };

/**
 * Accepts a batch by `write`, and again what was contended: another lost row may be its, or none, which makes it a new one.
 * What the storage took for neither has a used key: `findEarlier` gives the row that this stands for; undefined when the key
 * has become free.
 * @returns what became of each, in the batch's order
 */
export async function acceptBatch<Item, More>(
  batch: readonly Item[],
  write: (items: readonly Item[]) => Promise<readonly AcceptedRow<More>[]>,
  findEarlier: (item: Item) => Promise<(CommittedRow & More) | undefined>,
): Promise<(CommittedRow & More)[]> {
  const accepted = new Map<number, CommittedRow & More>();
  let places = [...batch.entries()];
  while (places.length > 0) {
    const contended = new Set<number>();
    for (const row of await write(places.map(([, item]) => item))) {
      const place = places[row.ord]?.[0];
      if (place === undefined) throw new RangeError(`a row for no alert: ${row.ord}`);
      if (row.kind === "contended") contended.add(place);
      else accepted.set(place, { ...row, kind: row.kind });
    }
    places = places.filter(([place]) => !accepted.has(place));
    await Promise.all(
      places.map(async ([place, item]) => {
        const earlier = contended.has(place) ? undefined : await findEarlier(item);
        if (earlier) accepted.set(place, earlier);
      }),
    );
    places = places.filter(([place]) => !accepted.has(place));
  }
  return batch.flatMap((_, place) => accepted.get(place) ?? []);
}
