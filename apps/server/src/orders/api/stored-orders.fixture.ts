/** Ended orders of any number, stored without an alert for each. */
import type { SignedUp, TestServer } from "../../../test/server.ts";

export const FIRST_DAY_US = Date.UTC(2026, 0, 1) * 1_000;

/**
 * Stores ended orders, one a minute from 1 January 2026. The first of each hundred is refused, for one of two reasons;
 * every fourth sells, every fifth is live, and each order's price is its number.
 */
export async function storeOrders(
  { parts }: Pick<TestServer, "parts">,
  { id: userId }: Pick<SignedUp, "id">,
  count: number,
): Promise<void> {
  await parts.database.query(
    `with numbered as (
       select n, gen_random_uuid() as id, $3::bigint + n * 60000000::bigint as at from generate_series(1, $2::int) n
     ), signalled as (
       insert into signals (id, user_id, account_id, body, body_hash, accepted_by, received_at)
       select id, $1, 'account-' || n % 2, convert_to('{"comment":"Сигнал ' || n || '!"}', 'UTF8'), '', 1, at from numbered
     )
     insert into orders (id, signal_id, user_id, account_id, venue, is_demo, partition, status, stage, reason, ticker, direction,
       type, open, quantity, response_server_json, received_at, committed_at, is_notified)
     select id, id, $1, 'account-' || n % 2, case when n % 10 = 0 then 'BINANCE_SPOT' else 'ALOR_BROKER' end, n % 5 > 0,
       1, case when n % 100 = 1 then 'REJECTED' else 'CREATED' end, 'done',
       case n % 400 when 1 then 'NO_RIGHTS' when 101 then 'MARKET_CLOSED' when 201 then 'MARKET_CLOSED' when 301 then 'MARKET_CLOSED' end,
       case when n % 10 = 0 then 'BTCUSDT' else 'SBER' end, case when n % 4 = 0 then 'SELL' else 'BUY' end, 'LIMIT',
       n::text, '1', '{"answer":"no-' || n || '"}', at, at + 900, true
     from numbered order by at`,
    [userId, count, FIRST_DAY_US],
  );
}
