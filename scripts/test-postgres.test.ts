import pg from "pg";
import { expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "./test-postgres.ts";

async function query(server: TestPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test.each([
  { name: "the machine's PostgreSQL, or the packaged one", packaged: false },
  { name: "the packaged PostgreSQL", packaged: true },
])(
  "$name starts, and keeps a committed row across restarts and a kill -9",
  { timeout: 120_000 },
  async ({ packaged }) => {
    const server = await startPostgres({ packaged });
    try {
      await query(server, "create table kept (x integer)");
      await query(server, "insert into kept values (1)");
      await server.restart("fast");
      await server.restart("immediate");
      await server.kill();
      await expect(query(server, "select 1")).rejects.toThrow("ECONNREFUSED");
      await server.start();
      expect(await query(server, "select x, current_setting('fsync') as fsync from kept")).toEqual([
        { x: 1, fsync: "on" },
      ]);
    } finally {
      await server.stop();
    }
  },
);
