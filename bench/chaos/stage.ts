/** Where seeds run: a database that grows from seed to seed, venues that outlive every kill, and nodes in between. */
import { startSandbox, type ExecutedOrder, type Sandbox } from "@chartrelay/sandbox";
import type { TestPostgres } from "../../scripts/test-postgres.ts";
import { nowMs } from "../product/child.ts";
import { stablePort } from "../product/ports.ts";
import { startServer, type Server } from "../product/server.ts";
import { createStorage, type Storage } from "../product/storage.ts";
import type { VenueKey } from "../product/venue-keys.ts";
import { openNetwork, type Network } from "./network.ts";
import { whenShared } from "./partitions.ts";
import type { Kill } from "./plan.ts";

export interface StageOptions {
  readonly nodes: number;
  /** Undefined for the embedded database, which serves only one node. */
  readonly postgres: TestPostgres | undefined;
  /** An embedded database to copy (scripts/pglite-templates.ts); by default the first start creates one. */
  readonly pgliteTemplate?: string | undefined;
  /** Additional settings of a node. */
  readonly settingsOf?: (index: number, storage: Storage) => Readonly<Record<string, string>>;
  /** Called with each node as soon as it is spawned. */
  readonly onSpawned?: (server: Server) => void;
  /** Whether the nodes reach their database and the venues by way of a network that can be cut; not by default. */
  readonly hasNetwork?: boolean;
}

export class Stage {
  readonly storage: Storage;
  readonly sandbox: Sandbox;
  readonly postgres: TestPostgres | undefined;
  readonly network: Network | undefined;
  readonly #ports: readonly number[];
  readonly #options: StageOptions;
  readonly #servers: (Server | undefined)[] = [];

  private constructor(
    storage: Storage,
    sandbox: Sandbox,
    network: Network | undefined,
    ports: readonly number[],
    options: StageOptions,
  ) {
    this.storage = storage;
    this.sandbox = sandbox;
    this.network = network;
    this.postgres = options.postgres;
    this.#ports = ports;
    this.#options = options;
  }

  static async open(name: string, options: StageOptions): Promise<Stage> {
    const storage = await createStorage(name, options.nodes, options.postgres?.url, options.pgliteTemplate);
    const ports: number[] = [];
    while (ports.length < options.nodes) ports.push(await stablePort());
    const sandbox = await startSandbox();
    const { databaseUrl } = storage;
    const network =
      options.hasNetwork && databaseUrl !== undefined ? await openNetwork(databaseUrl, sandbox.settings) : undefined;
    return new Stage(storage, sandbox, network, ports, options);
  }

  get nodes(): number {
    return this.#ports.length;
  }

  get origins(): readonly string[] {
    return this.#ports.map((port) => `http://127.0.0.1:${port}`);
  }

  /** The nodes that are running. */
  get alive(): readonly Server[] {
    return this.#servers.filter((server) => server !== undefined).filter(({ isAlive }) => isAlive);
  }

  isAlive(index: number): boolean {
    return this.#servers[index]?.isAlive ?? false;
  }

  node(index: number): Server {
    const server = this.#servers[index];
    if (!server) throw new Error(`node ${index} was never started`);
    return server;
  }

  /** Returns what was executed for the accounts of these keys, in order. */
  executionsOf(keys: readonly VenueKey[]): readonly ExecutedOrder[] {
    const own = new Set(keys.map(({ account }) => account));
    return this.sandbox.ledger.entries().filter(({ account }) => own.has(account));
  }

  /** Starts node `index` after killing its predecessor. For a named kill, the node kills itself at that point. */
  async start(index: number, kill?: Kill): Promise<Server> {
    await this.#servers[index]?.kill();
    const { storage, sandbox, network } = this;
    const server = startServer({
      port: this.#ports[index] ?? 0,
      dataDir: storage.dataDirs[index] ?? "",
      databaseUrl: network?.databaseUrl ?? storage.databaseUrl,
      sandbox: network ?? sandbox,
      killAt: kill?.kind === "named" ? kill : undefined,
      // Orders wait for the outcome of the one ahead. None may expire: the oracle counts an unexecuted order as lost.
      more: { ORDER_MAX_AGE_S: "600", ...this.#options.settingsOf?.(index, storage) },
    });
    this.#servers[index] = server;
    this.#options.onSpawned?.(server);
    return server;
  }

  /** Settles when each node owns its share of the queues. */
  async balanced(): Promise<void> {
    const { databaseUrl } = this.storage;
    if (databaseUrl !== undefined && this.nodes > 1) await whenShared(databaseUrl, this.nodes);
  }

  /** Returns the end of each node's log. */
  logs(): string {
    return this.#servers.map((server) => server?.log() ?? "").join("\n");
  }

  async close(): Promise<void> {
    await Promise.all(this.alive.map((server) => server.kill()));
    await this.network?.close();
    await this.sandbox.close();
    this.storage.remove();
  }
}

/** Kills a process from outside and returns the moment when it was gone: until then it may have answered. */
export async function killNow(server: Server): Promise<number> {
  await server.kill();
  return nowMs();
}
