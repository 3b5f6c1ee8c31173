/**
 * Which row stands for an alert that TradingView sends again. Of two equal alerts that were lost together each has its own
 * resend, whichever nodes these reach and when: a resend claims its row in the commit that recognises it.
 */
import type { Status } from "@chartrelay/contract";
import type { Queryable } from "../../platform/db/database.ts";
import type { AlertTable } from "./answers.ts";
import type { CommittedRow } from "./route.ts";

/** TradingView resends some 5 s after a 5xx, up to three times. */
const RESEND_WINDOW_US = 60_000_000;

/** Who accepts alerts, and what it knows that the storage doesn't yet. */
export interface Acceptor {
  /** The accepting node's name among the nodes. */
  readonly node: number;
  /** Rows whose answer is lost. */
  readonly lostUnmarked: readonly string[];
  /** Resends whose answer is lost in turn: their claims count no more. */
  readonly released: readonly string[];
}

/**
 * Common table expressions of a statement that accepts a batch `incoming` into `table`; its parameters $2, $3 and $4 are
 * the acceptor's, in order. `matched` holds the alerts that look like resends and is not to be inserted; `resent` those of
 * them that are, each with the row that it claims; `contended` those whose row another resend claimed just now.
 */
export const recogniseResends = (table: AlertTable): string => `
matched as (
  select incoming.ord, incoming.id as alert, earlier.id, earlier.seq, earlier.status
  from incoming cross join lateral (
    select id, seq, status from (
      select id, seq, status, received_at from ${table}
      where account_id = incoming.account_id and body_hash = decode(incoming.body_hash, 'base64') and answer_lost
      union all
      select id, seq, status, received_at from ${table}
      where id = any($3::uuid[]) and account_id = incoming.account_id
        and body_hash = decode(incoming.body_hash, 'base64')
    ) lost
    where received_at > incoming.received_at - ${RESEND_WINDOW_US}
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

/** A row as such a statement gives it, with whatever else it says: `ord` is its alert's place in the batch. */
export type AcceptedRow<More = unknown> = More &
  Omit<CommittedRow, "kind"> & { readonly ord: number; readonly kind: CommittedRow["kind"] | "contended" };

/**
 * Accepts a batch by `write`, and again what was contended: another lost row may be its, or none, which makes it a new one.
 * @returns what became of each, in the batch's order; undefined where the storage took it for neither.
 */
export async function acceptBatch<Item, More>(
  batch: readonly Item[],
  write: (items: readonly Item[]) => Promise<readonly AcceptedRow<More>[]>,
): Promise<((CommittedRow & More) | undefined)[]> {
  const accepted: ((CommittedRow & More) | undefined)[] = batch.map(() => undefined);
  let places = [...batch.keys()];
  while (places.length > 0) {
    const rows = await write(places.flatMap((place) => batch[place] ?? []));
    const again: number[] = [];
    for (const row of rows) {
      const place = places[row.ord];
      if (place === undefined) throw new RangeError(`a row for no alert: ${row.ord}`);
      if (row.kind === "contended") again.push(place);
      else accepted[place] = { ...row, kind: row.kind };
    }
    places = again;
  }
  return accepted;
}

/** The earlier row of an account's idempotency key: only where that is taken is a row neither inserted nor resent. */
export async function findByIdempotencyKey(
  db: Queryable,
  table: AlertTable,
  { accountId, idempotencyKey }: { readonly accountId: string; readonly idempotencyKey: string | undefined },
  bodyHash: string,
): Promise<CommittedRow> {
  const [earlier] = await db.query<{ id: string; seq: number; status: Status; body_hash: Uint8Array }>(
    `select id, seq, status, body_hash from ${table} where account_id = $1 and idempotency_key = $2`,
    [accountId, idempotencyKey],
  );
  if (!earlier) throw new Error("a row was neither inserted nor known");
  const { body_hash: earlierHash, ...row } = earlier;
  return { ...row, kind: Buffer.from(earlierHash).toString("base64") === bodyHash ? "repeated" : "key-reused" };
}
