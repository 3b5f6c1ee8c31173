/** The environment of every case: simulated venues in this process, a database, and the product in its own process. */
import type { VenueName } from "@chartrelay/contract";
import { startSandbox, type Sandbox } from "@chartrelay/sandbox";
import { startPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { generate, type Posted } from "../load/generator.ts";
import { stablePort } from "../product/ports.ts";
import { startListening, startServer, type Server, type ServerOptions } from "../product/server.ts";
import { createFolders, createStorage, type StorageKind } from "../product/storage.ts";
import { signUp } from "../product/trader.ts";
import { alertBody, newKeys, registrationsOf } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";

export interface Product extends Server {
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Kills it, and starts it again on the same database. */
  restart(): Promise<Product>;
}

export interface Ground {
  readonly storage: StorageKind;
  readonly sandbox: Sandbox;
  /** Starts the product on a fresh database; both are cleaned up with the ground. */
  product(more?: Readonly<Record<string, string>>): Promise<Product>;
  /** Starts another node on the database of `product`. */
  node(product: Product, more?: Readonly<Record<string, string>>): Promise<Product>;
  floor(name: "validate-only" | "one-insert" | "forwarder", env?: Readonly<Record<string, string>>): Promise<Server>;
}

/** Runs `work` on fresh ground and cleans up afterwards. */
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
    const begin = async (options: ServerOptions): Promise<Product> => {
      const server = await started(startServer(options));
      const restart = async () => {
        await server.kill();
        return await begin(options);
      };
      return Object.assign(server, { databaseUrl: options.databaseUrl, restart });
    };
    let databases = 0;
    await work({
      storage,
      sandbox,
      product: async (more = {}) => {
        databases += 1;
        const { databaseUrl, dataDirs, remove } = await createStorage(`bench_${databases}`, 1, postgres?.url);
        ends.push(remove);
        return await begin({ port: await stablePort(), dataDir: dataDirs[0] ?? "", databaseUrl, sandbox, more });
      },
      node: async ({ databaseUrl }, more = {}) => {
        const { paths, remove } = createFolders(1);
        ends.push(remove);
        return await begin({ port: await stablePort(), dataDir: paths[0] ?? "", databaseUrl, sandbox, more });
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
  readonly venue: VenueName;
  /** The account ids that alerts use. */
  readonly accounts: readonly string[];
  /** The venue's ids of the same accounts. */
  readonly venueAccounts: readonly string[];
  /** One session token per user. */
  readonly tokens: readonly string[];
}

/** Accounts per user by default. */
const ACCOUNTS_OF_A_USER = 100;

export interface Crowd {
  readonly accounts: number;
  readonly accountsOfAUser?: number;
  readonly venue?: VenueName;
  /** First id of a range of private Telegram chats, one per account, that get the notifications of its orders. */
  readonly firstChat?: number;
  /** How long checking one user's keys may take. */
  readonly checkedWithinMs?: number;
}

/** Signs up enough users for `accounts` accounts, each with its own key. */
export async function signUpMany(
  { sandbox }: Ground,
  server: Server,
  name: string,
  { accounts: count, accountsOfAUser = ACCOUNTS_OF_A_USER, venue = "ALOR_BROKER", firstChat, checkedWithinMs }: Crowd,
): Promise<Traders> {
  const accounts: string[] = [];
  const venueAccounts: string[] = [];
  const tokens: string[] = [];
  for (let user = 0; accounts.length < count; user += 1) {
    const keys = newKeys(`${name}-${user}`, Math.min(accountsOfAUser, count - accounts.length), [venue]);
    sandbox.register(...registrationsOf(keys));
    const chats = new Map(
      firstChat === undefined ? [] : keys.map(({ account }, index) => [account, firstChat + accounts.length + index]),
    );
    sandbox.telegram.chat(...Array.from(chats.values(), (id) => ({ id })));
    const trader = await signUp(server.origin, `${name}-${user}`, keys, {
      chatOf: ({ account }) => chats.get(account)?.toString(),
      checkedWithinMs,
    });
    accounts.push(...trader.accounts);
    tokens.push(trader.token);
    venueAccounts.push(...keys.map(({ account }) => account));
  }
  return { venue, accounts, venueAccounts, tokens };
}

/** A posted alert, and when its order reached the venue; undefined if it never did. */
export interface Traced extends Posted {
  readonly account: string;
  readonly atVenueMs: number | undefined;
}

/** An alert to post: to which account, and when, in milliseconds from the start. */
export interface DueAlert {
  readonly account: string;
  readonly venue: VenueName;
  readonly atMs: number;
}

/** Schedules alerts for the accounts of `traders` in turn, at an even pace. */
export function evenly(
  alerts: number,
  perSecond: number,
  ...traders: readonly Pick<Traders, "venue" | "accounts">[]
): DueAlert[] {
  const accounts = traders.flatMap(({ venue, accounts: own }) => own.map((account) => ({ account, venue })));
  return Array.from({ length: alerts }, (_, index) => {
    const { account = "", venue = "ALOR_BROKER" } = accounts[index % accounts.length] ?? {};
    return { account, venue, atMs: (index * 1_000) / perSecond };
  });
}

export interface Traffic {
  readonly origin: string;
  readonly connections: number;
  /** Sorted by time. */
  readonly alerts: readonly DueAlert[];
  /** The first alert's quantity; each alert gets a different one. */
  readonly firstLots?: number;
}

/** Posts alerts when they are due, then waits until the orders of the `awaited` accounts have reached the venue. */
export async function traceAlerts(
  sandbox: Sandbox,
  { origin, connections, alerts, firstLots = 1 }: Traffic,
  { withinMs, awaited = () => true }: { readonly withinMs: number; readonly awaited?: (account: string) => boolean },
): Promise<Traced[]> {
  let read = sandbox.ledger.entries().length;
  const plan = alerts.map(({ account, venue, atMs }, index) => {
    return { account, body: alertBody(account, firstLots + index, venue), atMs };
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

/** Milliseconds from just before the POST until the order reached the venue, for the orders that did. */
export function wayMsOf(traced: readonly Traced[]): number[] {
  return traced.flatMap(({ postedAtMs, atVenueMs }) => (atVenueMs === undefined ? [] : [atVenueMs - postedAtMs]));
}
