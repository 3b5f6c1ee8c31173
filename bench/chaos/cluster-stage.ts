/** A cluster, the simulated venues, and three nodes of the product. */
import { startSandbox, type Sandbox } from "@chartrelay/sandbox";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { stablePort } from "../product/ports.ts";
import { startServer, type Server } from "../product/server.ts";
import { createFolders } from "../product/storage.ts";

const NODES = 3;

export class ClusterStage {
  readonly cluster: Cluster;
  readonly sandbox: Sandbox;
  readonly #ports: readonly number[];
  readonly #folders: ReturnType<typeof createFolders>;
  readonly #nodes: Server[] = [];

  private constructor(cluster: Cluster, sandbox: Sandbox, ports: readonly number[]) {
    this.cluster = cluster;
    this.sandbox = sandbox;
    this.#ports = ports;
    this.#folders = createFolders(NODES);
  }

  static async open(withNamespaces: boolean): Promise<ClusterStage> {
    const cluster = await startCluster(withNamespaces);
    const ports: number[] = [];
    while (ports.length < NODES) ports.push(await stablePort());
    const stage = new ClusterStage(cluster, await startSandbox(), ports);
    try {
      for (let index = 0; index < NODES; index += 1) await stage.startNode(index);
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  get origins(): readonly string[] {
    return this.#ports.map((port) => `http://127.0.0.1:${port}`);
  }

  node(index: number): Server {
    const node = this.#nodes[index];
    if (!node) throw new Error(`node ${index} was never started`);
    return node;
  }

  /** Starts node `index`, and settles once it is ready. */
  async startNode(index: number): Promise<void> {
    const { cluster, sandbox } = this;
    const server = startServer({
      port: this.#ports[index] ?? 0,
      dataDir: this.#folders.paths[index] ?? "",
      databaseUrl: cluster.url,
      sandbox,
      more: {
        DATABASE_DIRECT_URL: cluster.directUrl,
        // None may expire: the oracle counts an unexecuted order as lost.
        ORDER_MAX_AGE_S: "600",
      },
    });
    this.#nodes[index] = server;
    await server.ready;
  }

  /** Returns the end of each program's log. */
  logs(): string {
    return [...this.#nodes.map((node) => node.log()), this.cluster.logs()].join("\n");
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.kill()));
    await this.sandbox.close();
    await this.cluster.close();
    this.#folders.remove();
  }
}
