import { DrizzleQueryError, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { ReadTooLongError, readWithin } from "./time-limit.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const { orm } = storage.database;

const connection = () =>
  storage.database.query("select pg_backend_pid() as id, current_setting('statement_timeout') as limit");

test("a read that takes too long is given up by the server, and the next statement has its connection without the limit", async () => {
  const before = await connection();
  expect(before).toMatchObject([{ limit: "0" }]);
  const reading = readWithin(orm, 20, (tx) => tx.execute(sql`select pg_sleep(60)`));
  await expect(reading).rejects.toThrow(ReadTooLongError);
  expect(await connection()).toEqual(before);
});

test("a read in time returns what it read, and may not write", async () => {
  const read = await readWithin(orm, 10_000, (tx) => tx.execute(sql`select 1 as one`));
  expect(read).toMatchObject({ rows: [{ one: 1 }] });
  const writing = readWithin(orm, 10_000, (tx) => tx.execute(sql`delete from users`));
  await expect(writing).rejects.toThrow(DrizzleQueryError);
});
