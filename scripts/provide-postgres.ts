/** Vitest's global setup: one PostgreSQL for the whole run, as `inject("postgresUrl")`. */
import type { TestProject } from "vitest/node";
import { startPostgres } from "./test-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A connection that may create databases. A test file makes its own, so that files share nothing. */
    readonly postgresUrl: string;
    /** The storage that the server's integration tests run on; each runs on both. */
    readonly storage: "pglite" | "postgres";
  }
}

/** Takes TEST_DATABASE_URL, else starts a server; fails the run, saying why, when it can't. */
export default async function providePostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) {
    project.provide("postgresUrl", given);
    return undefined;
  }
  // Files share it, and each drops a database: what that would sync of all others' writes would count against their deadlines.
  const server = await startPostgres({ fsync: false });
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}
