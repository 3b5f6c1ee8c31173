/** Lists as CSV (RFC 4180), one row at a time, so that a million rows need no more memory than one. */
import { pipeline, type Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { FastifyReply } from "fastify";

export type CsvCell = string | number | boolean | null | undefined;

export interface CsvColumn<Row> {
  /** The column's heading. */
  readonly title: string;
  readonly cell: (row: Row) => CsvCell;
}

/** How much text may wait for the client before reading of rows pauses. */
const MAX_WAITING_BYTES = 16_384;
/** A spreadsheet runs a text that begins like this as a formula, no matter who wrote it (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Answers with `rows` as a file to save. Reads `rows` as fast as the client takes them, and stops when the client
 * leaves. `name` is the file's name without its extension.
 */
export function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
): FastifyReply {
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(csvText(columns, rows));
}

/** Returns the text of a CSV file. It fails if `rows` fails. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>): Readable {
  async function* cellsOfRows() {
    for await (const row of rows) yield columns.map(({ cell }) => cell(row));
  }
  const text = stringify({
    // Without a byte order mark, spreadsheets assume the machine's old code page.
    bom: true,
    header: true,
    columns: columns.map(({ title }) => title),
    record_delimiter: "windows",
    quote_record_delimiter: true,
    // The library's `escape_formulas` would turn negative prices, which are decimal strings, into text.
    cast: { string: harmless, boolean: String },
    readableHighWaterMark: MAX_WAITING_BYTES,
  });
  // The reader of the text gets any failure.
  return pipeline(cellsOfRows, text, () => undefined);
}

function harmless(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}
