/** How long the public status page takes with a full month of every venue, also while the figures are read again. */
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { withClient } from "../product/storage.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { onGround } from "./ground.ts";

/** More than one of the readings that the server makes every ten seconds falls into it. */
const SECONDS = 25;
const EVERY_MS = 20;

// The quarters, hours and days that the page adds up, with 60 buckets of latencies each, and 90 days of uptime.
const FILL = `
with filled as (
  insert into latency_sums (minutes, start, venue, is_demo, relay, answer)
  select minutes, now - now % minutes - n * minutes, venue, is_demo, buckets, buckets
  from (select floor(extract(epoch from now()) / 60)::int as now) now
    cross join (values (15, 4), (60, 24), (1440, 30)) as spans (minutes, before)
    cross join lateral generate_series(0, before) n
    cross join unnest(array['ALOR_BROKER', 'TINKOFF', 'BINANCE_SPOT', 'BINANCE_FUTURES']) venue
    cross join unnest(array[true, false]) is_demo
    cross join (select jsonb_object_agg(bucket, 1000 + bucket) as buckets from generate_series(200, 259) bucket) buckets
)
insert into uptime_days (day, component, measured, degraded, down)
select floor(extract(epoch from now()) / 86400)::int - n, component, 1440, n % 7, n % 31
from generate_series(1, 89) n
  cross join unnest(array['alerts', 'ALOR_BROKER', 'TINKOFF', 'BINANCE_SPOT', 'BINANCE_FUTURES', 'telegram', 'mail', 'payments']) component`;

/** Runs the case and prints its result. On PostgreSQL only: the figures come from outside the server. */
export async function measureStatus(): Promise<void> {
  await onGround("postgres", async (ground) => {
    const { origin, databaseUrl = "" } = await ground.product();
    await withClient(databaseUrl, (client) => client.query(FILL));
    // It asks for compressed answers as a browser does, and leaves them so: that time would be ours, not the server's.
    const client = new Pool(origin, { connections: 1 });
    const timeOf = async (path: string): Promise<number> => {
      const headers = { accept: "text/html, application/json", "accept-encoding": "gzip, br" };
      const startedAt = performance.now();
      const { statusCode, body } = await client.request({ path, method: "GET", headers });
      await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
      return performance.now() - startedAt;
    };
    const floorMs: number[] = [];
    const apiMs: number[] = [];
    const pageMs: number[] = [];
    const endsAt = performance.now() + SECONDS * 1_000;
    while (performance.now() < endsAt) {
      floorMs.push(await timeOf("/healthz"));
      apiMs.push(await timeOf("/api/v1/status"));
      pageMs.push(await timeOf("/status"));
      await delay(EVERY_MS);
    }
    await client.close();
    const status = (await (await fetch(`${origin}/api/v1/status`)).json()) as { latency: { venues: object[] } };
    const shown = (times: readonly number[]) => ({
      p50Ms: rounded(percentile(times, 0.5)),
      p99Ms: rounded(percentile(times, 0.99)),
    });
    reportCase(
      "status",
      { storage: "postgres", requests: apiMs.length, floor: shown(floorMs), api: shown(apiMs), page: shown(pageMs) },
      {
        apiP99Ms: { is: percentile(apiMs, 0.99), atMost: 20 },
        pageP99Ms: { is: percentile(pageMs, 0.99), atMost: 20 },
        missingVenues: { is: 8 - status.latency.venues.length, atMost: 0 },
      },
    );
  });
}
