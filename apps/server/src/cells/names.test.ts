import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { newToken } from "../platform/security/tokens.ts";
import { cellOfAccount, cellOfToken } from "./names.ts";

/** As an account has had it since before the cells. */
const ID = "0123456789abcdefghjkmnpqrs";
const SETTINGS = {
  DATABASE_URL: "postgres://127.0.0.1/x",
  CELLS: "a1=http://10.0.1.1:8080,b2=http://10.0.2.1:8080",
  CELLS_SECRET: "s".repeat(32),
};
const of = (CELL: string, more = {}) => readConfig({ ...SETTINGS, CELL, ...more });
const { cells } = of("a1");
if (!cells) throw new Error("no cells were read");

test("ids and tokens from before the cells, and those of the first cell, belong to the first cell", () => {
  expect(of("a1").idPrefix).toBe("");
  expect(cellOfAccount(cells, ID)).toBe("a1");
  expect(cellOfToken(cells, newToken().token)).toBe("a1");
});

test("another cell's ids and tokens begin with its name", () => {
  const { idPrefix } = of("b2");
  expect(idPrefix).toBe("b2");
  expect(cellOfAccount(cells, idPrefix + ID)).toBe("b2");
  expect(cellOfToken(cells, newToken(idPrefix).token)).toBe("b2");
});

test("what names no cell that exists is answered where it arrives", () => {
  expect(cellOfAccount(cells, `zz${ID}`)).toBeUndefined();
  expect(cellOfAccount(cells, "an id")).toBeUndefined();
  expect(cellOfToken(cells, "a token")).toBeUndefined();
});

test("new users go to the last cell, unless NEW_USERS_CELL names another one", () => {
  expect(of("a1").cells?.newUsers).toBe("b2");
  expect(of("a1", { NEW_USERS_CELL: "a1" }).cells?.newUsers).toBe("a1");
});

test.each([
  ["CELL: needed beside CELLS", { CELL: "" }],
  ["CELL: must be one of CELLS", { CELL: "c3" }],
  ["CELL: must be two characters of 0-9 and a-z without i, l, o, u", { CELL: "first" }],
  ["CELLS_SECRET: needed beside CELLS", { CELLS_SECRET: "" }],
  ["CELLS_SECRET: must have at least 32 characters", { CELLS_SECRET: "short" }],
  ["NEW_USERS_CELL: must be one of CELLS", { NEW_USERS_CELL: "c3" }],
  ["CELL: needs CELLS beside it", { CELLS: "", CELLS_SECRET: "" }],
  [
    "CELLS: must be name=url,name=url with at least two cells, each once; a name is two characters",
    { CELLS: "a1=http://10.0.1.1:8080,a1=http://10.0.2.1:8080" },
  ],
  ["CELLS: needs DATABASE_URL, the embedded database serves one process only", { DATABASE_URL: "" }],
])("%s", (message, settings) => {
  expect(() => of("a1", settings)).toThrow(message);
});
