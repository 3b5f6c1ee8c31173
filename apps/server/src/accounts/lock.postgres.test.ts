/** How long a change of a user's accounts or strategies waits for another one. PGlite has one connection. */
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { storeUser } from "../../test/stored-user.ts";
import { isStorageFailure } from "../platform/db/failure.ts";
import { lockAccountsOf } from "./store.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const { orm } = storage.database;

test("a change that waits for another one gives its connection back after two seconds", async () => {
  const userId = await storeUser(storage.database);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const first = orm.transaction(async (tx) => {
    await lockAccountsOf(tx, userId);
    isLocked();
    await released;
  });
  await locked;
  const error = await orm.transaction((tx) => lockAccountsOf(tx, userId)).catch((failure: unknown) => failure);
  release();
  await first;
  // Answered with 503, as any other storage failure.
  expect(isStorageFailure(error)).toBe(true);
});
