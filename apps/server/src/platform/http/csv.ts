/** Lists as CSV (RFC 4180), a row at a time, so that a million of them need no more memory than one. */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export type CsvCell = string | number | boolean | null | undefined;

export interface CsvColumn<Row> {
  /** What stands above it. */
  readonly title: string;
  readonly cell: (row: Row) => CsvCell;
}

/** Spreadsheets take a file for the machine's old code page unless it begins with this. */
const BYTE_ORDER_MARK = "\uFEFF";
/** So many characters go out at once. */
const CHUNK_LENGTH = 16_384;
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
    .send(Readable.from(csvText(columns, rows), { objectMode: false }));
}

/** The text of a CSV file, in pieces. */
export async function* csvText<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string> {
  let chunk = BYTE_ORDER_MARK + line(columns.map(({ title }) => title));
  for await (const row of rows) {
    chunk += line(columns.map(({ cell }) => cell(row)));
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk) yield chunk;
}

function line(cells: readonly CsvCell[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}

function written(cell: CsvCell): string {
  if (typeof cell !== "string") return String(cell ?? "");
  const harmless = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
