/**
 * Takes the alerts out of what a trader pastes or uploads: TradingView's CSV export of the alert log, a JSON list of
 * messages, or messages one after another. Nothing is left out in silence: a text between messages is a message that
 * isn't understood.
 */
import { readCsv } from "./csv.ts";

/** One alert of a log. */
export interface LogEntry {
  /** Its place in the log as given, from 1. */
  readonly entry: number;
  /** The message as TradingView posted it. */
  readonly message: string;
  /** When it fired by the log, milliseconds since the Unix epoch; null if the log doesn't say. */
  readonly atMs: number | null;
}

/** Columns by which TradingView's export, and others, name an alert's message and time. */
const MESSAGE_COLUMNS = ["description", "message", "описание", "сообщение"];
const TIME_COLUMNS = ["time", "timestamp", "date", "время", "дата"];

/** Returns the alerts of a log, in its own order. */
export function alertsIn(log: string): readonly LogEntry[] {
  const text = log.replace(/^\uFEFF/, "").trim();
  if (text === "") return [];
  const rows = /^[[{]/.test(text) ? undefined : tableIn(text);
  return rows ?? messagesIn(text).map((message, index) => ({ entry: index + 1, message, atMs: null }));
}

/** Returns the alerts of a table; undefined if the text isn't one. */
function tableIn(text: string): LogEntry[] | undefined {
  const [header, ...rows] = readCsv(text);
  if (!header || header.some((cell) => cell.includes("{"))) return undefined;
  const names = header.map((name) => name.trim().toLowerCase());
  const column = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const messages = column(MESSAGE_COLUMNS);
  const place = messages === -1 ? jsonColumn(rows) : messages;
  if (place === -1) return undefined;
  const times = column(TIME_COLUMNS);
  return rows.map((row, index) => ({
    entry: index + 1,
    message: row[place] ?? "",
    atMs: times === -1 ? null : timeIn(row[times] ?? ""),
  }));
}

/** Returns the column of which most cells look like JSON; -1 if none does. */
function jsonColumn(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const row of rows)
    for (const [index, cell] of row.entries())
      if (cell.trimStart().startsWith("{")) counts.set(index, (counts.get(index) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most && most[1] * 2 > rows.length ? most[0] : -1;
}

/** Times without a zone are UTC, as in TradingView's export. */
function timeIn(cell: string): number | null {
  const text = cell.trim().replace(/^(\d{4}-\d\d-\d\d) /, "$1T");
  const isWithoutZone = /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text);
  const atMs = Date.parse(isWithoutZone ? `${text}Z` : text);
  return Number.isNaN(atMs) ? null : atMs;
}

/** Splits a text into its top-level JSON objects and what stands between them. */
function messagesIn(text: string): string[] {
  const list = jsonListIn(text);
  if (list) return list;
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    const end = text[at] === "{" ? endOfObject(text, at) : undefined;
    if (end === undefined) {
      at += 1;
      continue;
    }
    found.push(...linesIn(text.slice(from, at)), text.slice(at, end));
    from = at = end;
  }
  return [...found, ...linesIn(text.slice(from))];
}

function jsonListIn(text: string): string[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return undefined;
    return list.map((each: unknown) => (typeof each === "string" ? each : JSON.stringify(each)));
  } catch {
    return undefined;
  }
}

/** Returns where an object that begins at `from` ends; undefined if it doesn't. Strings may hold braces. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{") depth += 1;
    else if (character === "}" && (depth -= 1) === 0) return at + 1;
  }
  return undefined;
}

/** Separators between messages are none. */
function linesIn(between: string): string[] {
  return between
    .split("\n")
    .map((line) => line.replace(/^[\s,;[\]]+|[\s,;[\]]+$/g, ""))
    .filter((line) => line !== "");
}
