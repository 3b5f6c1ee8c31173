import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { csvText, type CsvCell } from "./csv.ts";

/** Returns the CSV text of one column with these cells, without the start that all files share. */
async function fileOf(...cells: CsvCell[]): Promise<string> {
  const pieces = csvText([{ title: "name", cell: (row: { cell: CsvCell }) => row.cell }], cellsOf(cells));
  return (await Readable.from(pieces).toArray()).join("").replace("\uFEFFname\r\n", "");
}

async function* cellsOf(cells: readonly CsvCell[]) {
  for (const cell of cells) yield { cell };
}

test("cells that a spreadsheet would run as formulas become text, and numbers stay numbers", async () => {
  const dangerous = ["=1+1", "+7 999", "-cmd|' /C calc'!A0", "@SUM(A1)", "\tx"];
  expect(await fileOf(...dangerous)).toBe(dangerous.map((text) => `'${text}\r\n`).join(""));
  expect(await fileOf("-1.5", "42", -3, "0.00000001")).toBe("-1.5\r\n42\r\n-3\r\n0.00000001\r\n");
});

test("quotes, commas and line breaks stay inside their cell, and a missing value is empty", async () => {
  expect(await fileOf('say "hi"', "a,b", "two\nlines", null, undefined, "Пётр", true)).toBe(
    '"say ""hi"""\r\n"a,b"\r\n"two\nlines"\r\n\r\n\r\nПётр\r\ntrue\r\n',
  );
});

test("rows are read only as fast as the client reads the file, and no more once it leaves", async () => {
  let [read, left] = [0, false];
  async function* endless() {
    try {
      for (; ; read += 1) yield { cell: "x".repeat(1_000) };
    } finally {
      left = true;
    }
  }
  const file = Readable.from(csvText([{ title: "name", cell: ({ cell }) => cell }], endless()), { objectMode: false });
  for await (const piece of file) {
    expect(String(piece).startsWith("\uFEFFname\r\n")).toBe(true);
    break;
  }
  await eventually(() => expect(left).toBe(true));
  expect(read).toBeLessThan(200);
});
