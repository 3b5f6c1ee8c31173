/** GET /status: components, latency and uptime, as a visitor sees them. */
import type { ServiceStatus } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { failingLog } from "../../test/retry-log.ts";
import { startServer, type TestServer } from "../../test/server.ts";
import type { Database } from "../platform/db/database.ts";
import { createComponentsJob, judge } from "./components.ts";
import { createLatencySums } from "./latency-sums.ts";

/** Nodes that only take alerts run no jobs, so that nothing happens beside a test. */
const API_ONLY = { settings: { ROLE: "api", DATABASE_URL: "postgres://127.0.0.1/of-the-test" } };
const server = await startServer(API_ONLY);
const { database, clock } = server.parts;

/** What a visitor sees after everything has been read again. */
async function statusOf({ app, api }: TestServer): Promise<ServiceStatus> {
  await app.http.serviceStatus.monitor.refresh();
  const { status, body } = await api().get("/status");
  expect(status).toBe(200);
  return body as ServiceStatus;
}
const stateOf = ({ components }: ServiceStatus, name: string) =>
  components.find(({ component }) => component === name)?.state;

interface StoredOrders {
  readonly venue: string;
  readonly isDemo?: boolean;
  /** When they were received. */
  readonly agoS: number;
  readonly count: number;
  /** The first one's time from receipt to send; the second one's is twice as long, and so on. */
  readonly relayUs?: number;
  /** Orders whose outcome isn't known. */
  readonly isOpen?: boolean;
  /** The accounts are called by this and a number. */
  readonly accounts?: string;
}

/** Stores orders, each of its own account. The venue answers 30 ms after the send. */
async function store(on: TestServer, orders: StoredOrders): Promise<void> {
  const { venue, isDemo = false, agoS, count, relayUs = 1_000, isOpen = false, accounts = "account" } = orders;
  await on.parts.database.query(
    `insert into orders (id, signal_id, user_id, account_id, venue, is_demo, partition, status, stage, attempt, received_at,
       committed_at, sent_at, answered_at, is_notified)
     select (lpad(to_hex(at / 1000), 12, '0') || '7000a' || substr(md5(n || random()::text), 1, 15))::uuid, gen_random_uuid(),
       gen_random_uuid(), $7 || n, $1, $2, 63, case when $6 then 'NEW' else 'CREATED' end,
       case when $6 then 'sending' else 'done' end, 1, at, at, case when not $6 then at + $5::bigint * n end,
       case when not $6 then at + $5::bigint * n + 30000 end, true
     from (select n, (extract(epoch from now()) * 1000000)::bigint - $3::bigint * 1000000 as at
       from generate_series(1, $4::int) n) each`,
    [venue, isDemo, agoS, count, relayUs, isOpen, accounts],
  );
}

describe("latency", () => {
  const { sum } = createLatencySums({ db: database, clock, log: failingLog });

  test("each venue's last hour, day and month are counted apart, live and demo apart, each order once", async () => {
    await store(server, { venue: "ALOR_BROKER", agoS: 300, count: 100, relayUs: 100 });
    await store(server, { venue: "ALOR_BROKER", agoS: 7 * 3_600, count: 100, relayUs: 10_000 });
    await store(server, { venue: "ALOR_BROKER", isDemo: true, agoS: 300, count: 10, relayUs: 50 });
    await store(server, { venue: "BINANCE_SPOT", agoS: 9 * 86_400, count: 50 });
    // A minute ago: it may still be on its way.
    await store(server, { venue: "TINKOFF", agoS: 60, count: 50 });
    await Promise.all([sum(), sum()]);
    await sum();
    const { latency } = await statusOf(server);
    const orders = latency.venues.map(({ exchange, isDemo, hour, day, month }) => {
      return [exchange, isDemo, hour.orders, day.orders, month.orders];
    });
    expect(orders).toEqual([
      ["ALOR_BROKER", false, 100, 200, 200],
      ["ALOR_BROKER", true, 10, 10, 10],
      ["BINANCE_SPOT", false, 0, 0, 50],
    ]);
    const [alor, , binance] = latency.venues;
    // The latencies of the last hour are 100, 200 ... 10,000 µs.
    expect((alor?.hour.relay?.p50Us ?? 0) / 5_050).toBeCloseTo(1, 1.3);
    expect((alor?.hour.relay?.p99Us ?? 0) / 9_901).toBeCloseTo(1, 1.3);
    expect((alor?.hour.venue?.p50Us ?? 0) / 30_000).toBeCloseTo(1, 1.6);
    expect((alor?.day.relay?.p99Us ?? 0) / 980_000).toBeCloseTo(1, 1.3);
    expect(binance?.hour).toEqual({ orders: 0, relay: null, venue: null });
    expect(Date.parse(latency.since.hour)).toBeLessThanOrEqual(Date.now() - 3_600_000);
  });

  test("orders of one span that are summed at different times add up", async () => {
    const own = await startServer(API_ONLY);
    const db = own.parts.database;
    const earlierClock = { ...clock, nowMs: () => clock.nowMs() - 1_200_000 };
    const earlier = createLatencySums({ db, clock: earlierClock, log: failingLog });
    const later = createLatencySums({ db, clock, log: failingLog });
    for (const agoS of [1_800, 300]) await store(own, { venue: "BINANCE_FUTURES", agoS, count: 20, relayUs: 400 });
    const month = async () => (await statusOf(own)).latency.venues[0]?.month;
    await earlier.sum();
    expect((await month())?.orders).toBe(20);
    await later.sum();
    expect((await month())?.orders).toBe(40);
    expect(((await month())?.relay?.p50Us ?? 0) / 4_200).toBeCloseTo(1, 1);
  });
});

describe("components", () => {
  test("a working service says so of each part that is set up", async () => {
    const own = await startServer();
    const states = async () => (await statusOf(own)).components.map(({ component, state }) => `${component}: ${state}`);
    await expect
      .poll(states)
      .toEqual(
        ["alerts", "ALOR_BROKER", "TINKOFF", "BINANCE_SPOT", "BINANCE_FUTURES", "telegram", "mail", "payments"].map(
          (component) => `${component}: operational`,
        ),
      );
  });

  test("a venue that leaves the live orders of several accounts unanswered is down, or disturbed; the others work", async () => {
    const own = await startServer(API_ONLY);
    const { check } = createComponentsJob({
      db: own.parts.database,
      clock,
      log: failingLog,
      venues: ["TINKOFF", "ALOR_BROKER"],
      services: ["telegram"],
      environments: ["live"],
    });
    const seen = async (name: string) => {
      await check();
      return stateOf(await statusOf(own), name);
    };
    const stuck = { venue: "TINKOFF", agoS: 20, count: 3, isOpen: true };
    await store(own, { ...stuck, isDemo: true });
    expect(await seen("TINKOFF")).toBe("operational");
    await store(own, stuck);
    expect(await seen("TINKOFF")).toBe("down");
    await store(own, { venue: "TINKOFF", agoS: 30, count: 3, accounts: "other" });
    expect(await seen("TINKOFF")).toBe("degraded");
    expect(await seen("ALOR_BROKER")).toBe("operational");
  });

  test("without a leader nothing is sent, so all parts but the intake of alerts are down", async () => {
    const own = await startServer();
    await expect.poll(async () => stateOf(await statusOf(own), "ALOR_BROKER")).toBe("operational");
    await own.app.http.jobs.stop();
    await own.parts.database.query("update component_states set checked_at = checked_at - interval '61 seconds'");
    const states = await statusOf(own);
    expect([stateOf(states, "alerts"), stateOf(states, "ALOR_BROKER"), stateOf(states, "mail")]).toEqual([
      "operational",
      "down",
      "down",
    ]);
  });

  test("a part is judged by the share of its accounts in trouble, and never by a few", () => {
    expect(judge(undefined)).toBe("operational");
    expect(judge({ total: 2, troubled: 2 })).toBe("operational");
    expect(judge({ total: 1_000, troubled: 50 })).toBe("operational");
    expect(judge({ total: 1_000, troubled: 100 })).toBe("degraded");
    expect(judge({ total: 1_000, troubled: 900 })).toBe("down");
  });
});

test("figures are compressed as their reader accepts, and say the same", async () => {
  const { body } = await server.api().get("/status");
  for (const [accepted, sent] of [
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ] as const) {
    const answer = await server.api().get("/status", { "accept-encoding": accepted });
    expect([answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual([sent, "Accept-Encoding"]);
    expect(answer.body).toEqual(body);
  }
});

test("while the database is away, the page answers with the last figures and their time, and says that alerts aren't taken", async () => {
  let isAway = false;
  const away = (queryable: Database["journal"]): Database["journal"] => ({
    query: (text, values) => (isAway ? Promise.reject(new Error("away")) : queryable.query(text, values)),
  });
  const parts = { database: { ...database, journal: away(database.journal), outbox: away(database.outbox) } };
  const own = await startServer({ ...API_ONLY, parts });
  const before = await statusOf(own);
  expect(before.isCurrent).toBe(true);
  isAway = true;
  const during = await statusOf(own);
  expect(during).toMatchObject({ at: before.at, isCurrent: false, latency: before.latency, uptime: before.uptime });
  expect(stateOf(during, "alerts")).toBe("down");
  expect(stateOf(during, "ALOR_BROKER")).toBe("unknown");
  isAway = false;
  expect(stateOf(await statusOf(own), "alerts")).toBe("operational");
});

test("minutes that no node counted were down, and each minute counts once for all nodes", async () => {
  const own = await startServer(API_ONLY);
  await own.parts.database.query(
    "insert into component_states (component, state, checked_at) values ('ALOR_BROKER', 'operational', now())",
  );
  const { query } = own.parts.database;
  await statusOf(own);
  const sumOf = async () => {
    const { uptime } = await statusOf(own);
    const days = uptime.find(({ component }) => component === "alerts")?.days ?? [];
    return [days.reduce((sum, { measured }) => sum + measured, 0), days.reduce((sum, { down }) => sum + down, 0)];
  };
  const [measured = 0, down = 0] = await sumOf();
  await query("update uptime_mark set minute = minute - 10");
  await Promise.all([statusOf(own), statusOf(own), statusOf(own)]);
  const [measuredAfter = 0, downAfter = 0] = await sumOf();
  // Another minute may have begun meanwhile.
  expect(measuredAfter - measured - 10).toBeLessThanOrEqual(1);
  expect(measuredAfter - measured).toBeGreaterThanOrEqual(10);
  expect(downAfter - down).toBe(9);
});
