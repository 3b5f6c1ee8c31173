/**
 * What one order costs: disk, write-ahead log, commits, and processor time of the product and of the database. The
 * calculation in docs/capacity.md is fed by it.
 */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { type BusyCores, measureProcessors } from "../product/processor.ts";
import { withClient, type StorageKind } from "../product/storage.ts";
import { waitFor } from "../product/wait.ts";
import { reportCase, rounded } from "./figures.ts";
import { evenly, onGround, signUpMany, traceAlerts } from "./ground.ts";

const ACCOUNTS = 500;
const PER_SECOND = 200;
const CONNECTIONS = 50;
const WARM_UP = 1_000;
const ORDERS = 6_000;
const ORDERS_SHORT = 500;
const IDLE_MS = 10_000;
const SENT_WITHIN_MS = 60_000;
/** Longer than PostgreSQL's processes keep what they have counted to themselves. */
const COUNTED_MS = 2_000;

interface Counts {
  readonly unfinished: number;
  readonly diskBytes: number;
  readonly walBytes: number;
  readonly commits: number;
}

const COUNTS = `
select (select count(*) from orders where status = 'NEW')::int as unfinished,
  pg_database_size(current_database())::float8 as "diskBytes",
  (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as "walBytes",
  (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits`;

/** What happened in a time: differences of the counts, and the cores that were busy. */
interface Spent {
  readonly counts: Omit<Counts, "unfinished">;
  readonly cores: BusyCores;
  readonly tookMs: number;
}

/** Runs the case and prints its result. On PostgreSQL only, whose counters it reads. */
export async function measureFootprint(_: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  await onGround("postgres", async (ground) => {
    const product = await ground.product({ LOG_LEVEL: "error" });
    const traders = await signUpMany(ground, product, "footprint", { accounts: ACCOUNTS });
    let missing = 0;
    const send = async (orders: number, firstLots: number) => {
      const alerts = evenly(orders, PER_SECOND, traders);
      const traffic = { origin: product.origin, connections: CONNECTIONS, alerts, firstLots };
      const traced = await traceAlerts(ground.sandbox, traffic, { withinMs: SENT_WITHIN_MS });
      missing += traced.filter(({ atVenueMs }) => atVenueMs === undefined).length;
    };
    const orders = isShort ? ORDERS_SHORT : ORDERS;
    const { idle, busy } = await withClient(product.databaseUrl ?? "", async (client) => {
      const spentIn = (work: () => Promise<unknown>) => measure(client, product, work);
      await send(WARM_UP, 1);
      return { idle: await spentIn(() => delay(IDLE_MS)), busy: await spentIn(() => send(orders, WARM_UP + 1)) };
    });
    /** What an idle product costs in the same time isn't the orders'. */
    const perOrder = (of: (spent: Spent) => number) =>
      rounded((of(busy) - (of(idle) / idle.tookMs) * busy.tookMs) / orders);
    reportCase(
      "footprint",
      {
        storage: "postgres",
        orders,
        perSecond: PER_SECOND,
        perOrder: {
          diskBytes: perOrder(({ counts }) => counts.diskBytes),
          walBytes: perOrder(({ counts }) => counts.walBytes),
          commits: perOrder(({ counts }) => counts.commits),
          productCpuMs: perOrder(({ cores, tookMs }) => cores.product * tookMs),
          databaseCpuMs: perOrder(({ cores, tookMs }) => cores.database * tookMs),
        },
        idleCores: { product: rounded(idle.cores.product), database: rounded(idle.cores.database) },
      },
      { missing: { is: missing, atMost: 0 } },
    );
  });
}

/** Measures what `work` costs, from a quiet product to a quiet product. */
async function measure(
  client: pg.Client,
  product: { readonly pid: number },
  work: () => Promise<unknown>,
): Promise<Spent> {
  const before = await settled(client);
  const startedAt = performance.now();
  const processors = measureProcessors(product);
  await work();
  const after = await settled(client);
  const cores = processors();
  const { diskBytes, walBytes, commits } = after;
  return {
    counts: {
      diskBytes: diskBytes - before.diskBytes,
      walBytes: walBytes - before.walBytes,
      commits: commits - before.commits,
    },
    cores,
    tookMs: performance.now() - startedAt,
  };
}

/** Returns the counts once every order has ended and PostgreSQL has counted what it did. */
async function settled(client: pg.Client): Promise<Counts> {
  const read = async () => (await client.query<Counts>(COUNTS)).rows[0] as Counts;
  await waitFor(async () => (await read()).unfinished === 0 || undefined, { withinMs: SENT_WITHIN_MS });
  await delay(COUNTED_MS);
  return await read();
}
