/** Vitest's global setup for every project: what is compiled already, embedded databases to copy, and one PostgreSQL. */
import type { TestProject } from "vitest/node";
import { cacheCompiled } from "./cache-compiled.ts";
import { pgliteTemplates, type PgliteTemplates } from "./pglite-templates.ts";
import { startPostgres } from "./test-postgres.ts";
import { workInMemory } from "./work-in-memory.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A connection that may create databases. Each test file creates its own, so that files share nothing. */
    readonly postgresUrl: string;
    readonly pgliteTemplates: PgliteTemplates;
    /** The storage that this project's tests run on. */
    readonly storage: "pglite" | "postgres";
    /** How much of a large matrix runs: each row and column at least once, or all of its cells. */
    readonly cells: "chosen" | "all";
  }
}

export default async function prepare(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  workInMemory();
  const [stop, templates] = await Promise.all([providePostgres(project), pgliteTemplates(), cacheCompiled()]);
  project.provide("pgliteTemplates", templates);
  return stop;
}

/** Uses TEST_DATABASE_URL if set, else starts a server. Fails the run with a reason if that doesn't work. */
async function providePostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
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
