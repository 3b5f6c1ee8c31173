import type { Overview } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { zoneWhereItIs } from "../../../../scripts/zone.ts";
import { failingLog } from "../../test/retry-log.ts";
import { startServer } from "../../test/server.ts";
import { createOrderSums } from "./sums.ts";

const server = await startServer();
const { database, clock } = server.parts;
const { sum } = createOrderSums({ db: database, clock, log: failingLog });

/** So that today has many hours. */
const EVENING = zoneWhereItIs(20);

/** Stores orders of five accounts, one every five minutes up to now; every tenth is refused, and every 90th is open. */
async function storeOrders(userId: string, count: number): Promise<void> {
  await database.query(
    `insert into orders (id, signal_id, user_id, account_id, venue, is_demo, partition, status, stage, reason,
       received_at, committed_at, sent_at, answered_at, is_notified)
     select (lpad(to_hex(at / 1000), 12, '0') || '7000a' || substr(md5($1 || n), 1, 15))::uuid, gen_random_uuid(), $1::uuid,
       $1 || '-' || n % 5, 'ALOR_BROKER', true, 1,
       case when n % 90 = 0 then 'NEW' when n % 10 = 0 then 'REJECTED' else 'CREATED' end, 'done',
       case when n % 90 <> 0 and n % 30 = 0 then 'MARKET_CLOSED' when n % 90 <> 0 and n % 10 = 0 then 'INSUFFICIENT_FUNDS' end,
       at, at + 900, case when n % 90 <> 0 then at + 1000 + n * 7 end, case when n % 90 <> 0 then at + 31000 + n * 11 end, true
     from (select n, (extract(epoch from now()) * 1000000)::bigint - ($2::bigint - n) * 300000000 as at
       from generate_series(1, $2::bigint) n) each
     order by at`,
    [userId, count],
  );
}

test("a day says the same whether or not its orders are summed, and an order that was open then counts once it is final", async () => {
  const { api, id } = await server.signUp();
  const { body: accounts } = await api.post("/accounts/me/list", [{ exchange: "ALOR_BROKER" }]);
  await storeOrders(id, 200);
  await database.query(
    "update orders set account_id = (select id from accounts where user_id = $1) where user_id = $1",
    [id],
  );
  const read = async () => (await api.get(`/users/me/overview?tz=${EVENING}`)).body as Overview;
  const live = await read();
  expect(live.orders).toMatchObject({ total: 200, waiting: 2, rejected: 18 });
  await sum();
  const [row] = await database.query<{ summed: number }>(
    "select count(*) as summed from order_sums where user_id = $1",
    [id],
  );
  expect(row?.summed).toBeGreaterThan(50);
  const { relay, venue, week, ...counts } = await read();
  const { relay: liveRelay, venue: liveVenue, week: _, ...liveCounts } = live;
  expect(counts).toEqual(liveCounts);
  expect(counts.accounts).toEqual([
    expect.objectContaining({ accountId: accounts[0].id, lastOrder: live.accounts[0]?.lastOrder }),
  ]);
  expect(counts.accounts[0]?.lastOrder).toMatchObject({ status: "REJECTED" });
  for (const [is, was] of [
    [relay, liveRelay],
    [venue, liveVenue],
  ]) {
    expect((is?.p50Us ?? 0) / (was?.p50Us ?? 1)).toBeCloseTo(1, 1.6);
    expect((is?.p95Us ?? 0) / (was?.p95Us ?? 1)).toBeCloseTo(1, 1.6);
  }
  expect(week).toEqual({ relay: null, venue: null });

  await database.query("update orders set status = 'CREATED' where user_id = $1 and status = 'NEW'", [id]);
  await sum();
  expect((await read()).orders).toEqual({
    total: 200,
    created: live.orders.created + 2,
    rejected: live.orders.rejected,
    waiting: 0,
  });
});

test("the seven days before today are summed on their own, and each order once", async () => {
  const { api, id } = await server.signUp();
  // As on the first start of a version that sums.
  await database.query("delete from order_sum_mark");
  // More than eight days.
  await storeOrders(id, 2_400);
  await Promise.all([sum(), sum()]);
  const { body } = await api.get(`/users/me/overview?tz=${EVENING}`);
  expect(body.week.relay.p50Us).toBeGreaterThan(1_000);
  expect(body.week.relay.p50Us).toBeLessThan(body.relay.p50Us);
  expect(body.week.venue.p95Us).toBeLessThan(body.venue.p95Us);
  const [{ counted } = { counted: 0 }] = await database.query<{ counted: number }>(
    "select sum(created + rejected + cardinality(open_seqs))::int as counted from order_sums where user_id = $1",
    [id],
  );
  // The last quarter of an hour isn't summed before it has ended.
  expect(counted).toBeGreaterThan(2_400 - 7);
  expect(counted).toBeLessThanOrEqual(2_400);
});
