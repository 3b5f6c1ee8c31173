import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { isStorageFailure } from "./failure.ts";

const NOWHERE = "/nowhere/.s.PGSQL.5432";

test("a server whose socket is missing can't be reached; a file that is missing says nothing about the storage", async () => {
  const refused: unknown = await once(connect(NOWHERE), "connect").catch((error: unknown) => error);
  const unread: unknown = await readFile(NOWHERE).catch((error: unknown) => error);
  expect([refused, unread]).toMatchObject([{ code: "ENOENT" }, { code: "ENOENT" }]);
  expect([refused, unread].map(isStorageFailure)).toEqual([true, false]);
  expect(isStorageFailure(new Error("the query failed", { cause: refused }))).toBe(true);
});
