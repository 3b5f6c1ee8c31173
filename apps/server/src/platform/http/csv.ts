/** Lists as CSV (RFC 4180), a row at a time, so that a million of them need no more memory than one. */
import { pipeline, type Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { FastifyReply } from "fastify";

export type CsvCell = string | number | boolean | null | undefined;

export interface CsvColumn<Row> {
  /** What stands above it. */
  readonly title: string;
  readonly cell: (row: Row) => CsvCell;
}

/** How much text waits for the client before rows are no longer read. */
const MAX_WAITING_BYTES = 16_384;
/** A spreadsheet runs a text that begins so as a formula, whoever wrote it (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Answers with `rows` as a file to save. `rows` is read as fast as the client takes it, and left when the client goes.
 * `name` is the file's, without its ending.
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

/** The text of a CSV file. Fails as `rows` does. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>): Readable {
  async function* cellsOfRows() {
    for await (const row of rows) yield columns.map(({ cell }) => cell(row));
  }
  const text = stringify({
    // Spreadsheets take a file for the machine's old code page unless it begins with the byte order mark.
    bom: true,
    header: true,
    columns: columns.map(({ title }) => title),
    record_delimiter: "windows",
    quote_record_delimiter: true,
    // Its own `escape_formulas` would make text of the decimal strings of negative prices.
    cast: { string: harmless, boolean: String },
    readableHighWaterMark: MAX_WAITING_BYTES,
  });
  // A failure reaches whoever reads the text.
  return pipeline(cellsOfRows, text, () => undefined);
}

function harmless(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}
