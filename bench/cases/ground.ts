/** What every case stands on: a simulated venue in this process, a database, and the product in a process of its own. */
import { startSandbox, type Sandbox } from "@chartrelay/sandbox";
import { startPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { generate, type Posted } from "../load/generator.ts";
import { stablePort } from "../product/ports.ts";
import { startListening, startServer, type Server } from "../product/server.ts";
import { createStorage, type StorageKind } from "../product/storage.ts";
import { alertBody, MAX_ACCOUNTS, newPortfolios, registrationsOf, signUp } from "../product/trader.ts";
import { waitFor } from "../product/wait.ts";

export interface Product extends Server {
  /** Undefined: the embedded one. */
  readonly databaseUrl: string | undefined;
}

export interface Ground {
  readonly storage: StorageKind;
  readonly sandbox: Sandbox;
  /** The product on a fresh database; ended and removed with the ground. */
  product(more?: Readonly<Record<string, string>>): Promise<Product>;
  floor(name: "validate-only" | "one-insert" | "forwarder", env?: Readonly<Record<string, string>>): Promise<Server>;
}

/** Runs `work` on fresh ground, and clears it away. */
export async function onGround(storage: StorageKind, work: (ground: Ground) => Promise<void>): Promise<void> {
  const ends: (() => Promise<void> | void)[] = [];
  try {
    const sandbox = await startSandbox();
    ends.push(() => sandbox.close());
    const postgres: TestPostgres | undefined = storage === "postgres" ? await startPostgres() : undefined;
    ends.push(() => postgres?.stop());
    const started = async (server: Server): Promise<Server> => {
      ends.push(() => server.kill());
      await server.ready;
      return server;
    };
    let databases = 0;
    await work({
      storage,
      sandbox,
      product: async (more = {}) => {
        databases += 1;
        const { databaseUrl, dataDirs, remove } = await createStorage(`bench_${databases}`, 1, postgres?.url);
        ends.push(remove);
        const options = { port: await stablePort(), dataDir: dataDirs[0] ?? "", databaseUrl, sandbox, more };
        return Object.assign(await started(startServer(options)), { databaseUrl });
      },
      floor: async (name, env = {}) => {
        return await started(startListening([`bench/floors/${name}.ts`], await stablePort(), env));
      },
    });
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

export interface Traders {
  /** Account ids, in the order of the portfolios. */
  readonly accounts: readonly string[];
  readonly portfolios: readonly string[];
}

/** Signs up as many users as `count` accounts need, and links a portfolio to each account. */
export async function signUpMany({ sandbox }: Ground, server: Server, name: string, count: number): Promise<Traders> {
  const sizes: number[] = [];
  for (let left = count; left > 0; left -= MAX_ACCOUNTS) sizes.push(Math.min(left, MAX_ACCOUNTS));
  const accounts: string[] = [];
  const portfolios: string[] = [];
  for (const [index, size] of sizes.entries()) {
    const linked = newPortfolios(`${name}-${index}`, size);
    sandbox.register(...registrationsOf(linked));
    const trader = await signUp(server.origin, `${name}-${index}`, linked);
    accounts.push(...trader.accounts);
    portfolios.push(...linked.map(({ account }) => account));
  }
  return { accounts, portfolios };
}

/** An alert that was posted, and when its order reached the venue; undefined if it never did. */
export interface Traced extends Posted {
  readonly account: string;
  readonly atVenueMs: number | undefined;
}

export interface Traffic {
  readonly origin: string;
  readonly accounts: readonly string[];
  readonly alerts: number;
  readonly perSecond: number;
  readonly connections: number;
  /** The first quantity; each alert has its own. */
  readonly firstLots?: number;
}

/** Posts alerts to accounts in turn at an even pace, and waits until the orders of those `awaited` are at the venue. */
export async function traceAlerts(
  sandbox: Sandbox,
  traffic: Traffic,
  { withinMs, awaited = () => true }: { readonly withinMs: number; readonly awaited?: (account: string) => boolean },
): Promise<Traced[]> {
  const { origin, accounts, perSecond, connections, firstLots = 1 } = traffic;
  let read = sandbox.ledger.entries().length;
  const plan = Array.from({ length: traffic.alerts }, (_, index) => {
    const account = accounts[index % accounts.length] ?? "";
    return { account, body: alertBody(account, firstLots + index), atMs: (index * 1_000) / perSecond };
  });
  const posted = await generate("schedule", { origin, connections, alerts: plan });
  const traced = posted.map((alert, index) => ({ ...alert, account: plan[index]?.account ?? "" }));

  const missing = new Set(traced.filter(({ account }) => awaited(account)).map(({ orderId }) => orderId));
  missing.delete("");
  const arrivals = new Map<string, number>();
  const readLedger = () => {
    const entries = sandbox.ledger.entries();
    for (; read < entries.length; read += 1) {
      const { clientOrderId, receivedAtUs } = entries[read] ?? { clientOrderId: null, receivedAtUs: 0 };
      arrivals.set(clientOrderId ?? "", receivedAtUs / 1_000);
      missing.delete(clientOrderId ?? "");
    }
    return missing.size === 0 ? true : undefined;
  };
  await waitFor(readLedger, { withinMs });
  return traced.map((alert) => ({ ...alert, atVenueMs: arrivals.get(alert.orderId) }));
}

/** From just before the POST to the venue, for those that got there. */
export function wayMsOf(traced: readonly Traced[]): number[] {
  return traced.flatMap(({ postedAtMs, atVenueMs }) => (atVenueMs === undefined ? [] : [atVenueMs - postedAtMs]));
}
