/** Months' worth of orders, written straight into the product's database as the product would have written them. */
import { withClient } from "./storage.ts";
import { waitFor } from "./wait.ts";

// One order a second, up to now. Like the product's own, the ids increase with time. A fifth are of the user's first
// account, and the others of accounts that are gone.
const FILL = `
with filled as (
  select n, at, coalesce(case n % 5 when 0 then account end, 'account-' || n % 5) as account_id,
    (lpad(to_hex(at / 1000), 12, '0') || '7' || substr(md5(n::text), 1, 3) || 'a' || substr(md5(n::text), 4, 15))::uuid as id
  from (select n, (extract(epoch from now()) * 1000000)::bigint - ($2::bigint - n) * 1000000 as at
    from generate_series($3::bigint, $4::bigint) n) each,
    (select min(id) as account from accounts where user_id = $1::uuid) own
), signalled as (
  insert into signals (id, user_id, account_id, body, body_hash, accepted_by, received_at)
  select id, $1::uuid, account_id, convert_to('{"account":"a","n":' || n || '}', 'UTF8'), sha256(n::text::bytea), 1, at
  from filled order by at
)
insert into orders (id, signal_id, user_id, account_id, venue, is_demo, partition, status, stage, attempt, reason, ticker,
  direction, type, open, quantity, response_server_json, received_at, committed_at, sent_at, answered_at, is_notified)
select id, id, $1::uuid, account_id, 'ALOR_BROKER', n % 7 > 0, 1, case when n % 20 = 0 then 'REJECTED' else 'CREATED' end, 'done', 1,
  case when n % 20 = 0 then (array['MARKET_CLOSED', 'INSUFFICIENT_FUNDS', 'QUANTITY_NOT_WHOLE_LOTS'])[n / 20 % 3 + 1] end,
  (array['SBER', 'GAZP', 'LKOH', 'ROSN'])[n % 4 + 1], case when n % 3 = 0 then 'SELL' else 'BUY' end, 'LIMIT', '270.05',
  (n % 100)::text, '{"message":"success","orderNumber":"' || n || '"}', at, at + 900, at + 1500, at + 9000, true
from filled order by at`;

/** Orders of one statement: more would need more memory than a small machine has. */
const BATCH = 1_000_000;
const COUNTED_WITHIN_MS = 120_000;

/** Gives a user `orders` finished orders, a twentieth of them rejected. Works on PostgreSQL only. */
export async function giveOrders(databaseUrl: string, email: string, orders: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from users where email = $1", [email]);
    for (let first = 1; first <= orders; first += BATCH)
      await client.query(FILL, [rows[0]?.id, orders, first, Math.min(first + BATCH - 1, orders)]);
    await client.query("vacuum analyze orders, signals");
    // A database in use would long have flushed what a million inserts left dirty.
    await client.query("checkpoint");
  });
}

/** Waits until a relay node has written the sums of all orders up to now. @throws if that takes longer than `withinMs`. */
export async function untilSummed(databaseUrl: string, withinMs: number): Promise<void> {
  const isSummed = "select 1 from order_sum_mark where quarter > extract(epoch from now()) / 900 - 2";
  const done = await withClient(databaseUrl, (client) =>
    waitFor(async () => ((await client.query(isSummed)).rows.length > 0 ? true : undefined), { withinMs }),
  );
  if (!done) throw new Error(`the orders were not summed within ${withinMs} ms`);
}

/**
 * Reads a list until it is counted: a long one takes more than one try the first time, and each keeps what it has counted.
 * Returns how many milliseconds that took.
 * @throws if it takes longer than two minutes.
 */
export async function untilCounted(read: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  const done = await waitFor(read, { withinMs: COUNTED_WITHIN_MS, everyMs: 100 });
  if (done === undefined) throw new Error(`the list was not counted within ${COUNTED_WITHIN_MS} ms`);
  return performance.now() - startedAt;
}
