/** Several nodes of one installation: servers on one database, as if each were on a machine of its own. */
import { randomBytes } from "node:crypto";
import { type Sandbox, type SandboxOptions, startSandbox } from "@chartrelay/sandbox";
import { openPostgres } from "../src/platform/db/postgres.ts";
import { atTheEnd } from "./at-the-end.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { startServer, type TestServer, type TestServerOptions } from "./server.ts";

export interface TestCluster {
  /** Where its nodes store everything, as another party would reach it. */
  readonly storage: TestDatabase;
  readonly url: string;
  /** The simulated venues at which its nodes trade. */
  readonly sandbox: Sandbox;
  startNode(options?: Omit<TestServerOptions, "sandbox">): Promise<TestServer>;
}

/** Creates a database and simulated venues. They close at the end of the test or file, as the nodes do. */
export async function openCluster(options: SandboxOptions = {}): Promise<TestCluster> {
  const sandbox = await startSandbox(options);
  atTheEnd(() => sandbox.close());
  const storage = await openTestDatabase();
  atTheEnd(() => storage.drop());
  const { url } = storage;
  if (url === undefined) throw new Error("PGlite serves one node");
  const CREDENTIALS_KEYS = `k:${randomBytes(32).toString("base64")}`;
  return {
    storage,
    url,
    sandbox,
    async startNode({ settings, parts } = {}) {
      const database = await openPostgres({ url, directUrl: url, onConnectionError: () => undefined });
      atTheEnd(() => database.close());
      return await startServer({
        settings: { CREDENTIALS_KEYS, ...settings },
        parts: { database, ...parts },
        sandbox,
      });
    },
  };
}
