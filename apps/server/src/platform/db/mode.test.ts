import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { claimDatabase, requireMode, WrongModeError } from "./mode.ts";

async function emptyDatabase() {
  const { database, drop } = await openTestDatabase();
  onTestFinished(drop);
  return database;
}

test.each([
  ["sandbox", "live"],
  ["live", "sandbox"],
] as const)("a database first started in %s mode is never opened in %s mode", async (first, other) => {
  const database = await emptyDatabase();
  // Several nodes may start at once.
  await Promise.all([claimDatabase(database, first), claimDatabase(database, first)]);
  await claimDatabase(database, first);
  await expect(claimDatabase(database, other)).rejects.toThrow(WrongModeError);
  await expect(requireMode(database, other)).rejects.toThrow(`Set MODE=${first}`);
});

test("an operator's tool doesn't mark a new database", async () => {
  const database = await emptyDatabase();
  await requireMode(database, "sandbox");
  await expect(claimDatabase(database, "live")).resolves.toBeUndefined();
});
