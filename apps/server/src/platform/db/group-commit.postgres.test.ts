import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import type { Queryable } from "./database.ts";
import { updatesBy } from "./group-commit.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());

test("batches that update the same rows never wait for each other in a circle, in whatever order their items come", async () => {
  const { journal, outbox } = storage.database;
  await journal.query("create table counted (id uuid primary key, n int not null)");
  const ids = Array.from({ length: 400 }, () => uuidv7());
  await journal.query("insert into counted select id, 0 from unnest($1::uuid[]) as id", [ids]);
  const failures: unknown[] = [];
  const watched = (db: Queryable): Queryable => ({
    query: async (text, values) => {
      try {
        return await db.query(text, values);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  });
  const COUNT = `
    update counted set n = n + 1 from json_to_recordset($1::json) as t(id uuid) where counted.id = t.id returning counted.id`;
  const [one, other] = [journal, outbox].map((db) => updatesBy(watched(db), COUNT, (id: string) => [{ id }]));
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([...ids.map((id) => one?.add(id)), ...ids.toReversed().map((id) => other?.add(id))]);
  }
  expect(failures).toEqual([]);
  expect(await journal.query("select distinct n from counted")).toEqual([{ n: 20 }]);
});
