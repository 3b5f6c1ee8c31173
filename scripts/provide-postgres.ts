/** Vitest's global setup: one PostgreSQL for the whole run, as `inject("postgresUrl")`. */
import type { TestProject } from "vitest/node";
import { startPostgres } from "./test-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A connection that may create databases. Each test file creates its own, so that files share nothing. */
    readonly postgresUrl: string;
    /** The storage that this project's tests run on. */
    readonly storage: "pglite" | "postgres";
    /** How much of a large matrix runs: each row and column at least once, or all of its cells. */
    readonly cells: "chosen" | "all";
  }
}

/** Uses TEST_DATABASE_URL if set, else starts a server. Fails the run with a reason if that doesn't work. */
export default async function providePostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) {
    project.provide("postgresUrl", given);
    return undefined;
  }
  // Test files share this server and each drops a database, which would otherwise fsync all the others' writes too, and
  // make them miss their deadlines.
  const server = await startPostgres({ fsync: false });
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}
