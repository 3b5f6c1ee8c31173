/** How a field's value is read: which values are allowed, repaired or refused. */
import { plainDecimal } from "../decimal.ts";
import type { JsonNode } from "./json.ts";
import { quote, type Fault } from "./problems.ts";
import type { RepairCode } from "./repairs.ts";
import { readWrittenNumber } from "./written-number.ts";

/** A value, and the repairs that it needed: `json` is how it should have been written. */
export interface ReadValue<T> {
  readonly value: T;
  readonly repairs?: readonly RepairCode[];
  readonly json?: string;
  /** Set for values that JSON writes without quotes: quotes around them do no harm. */
  readonly isBare?: true;
}
export type FieldReader<T> = (node: JsonNode) => ReadValue<T> | Fault;

// No ticker or name contains one, and PostgreSQL's text type can't store U+0000.
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u2028\u2029\u2060\ufeff]/u;
const SPACE = /[\s\u200b-\u200f\u2060]/;

/** What TradingView leaves of a placeholder that it doesn't know, or that had no value. */
const PLACEHOLDER = /\{\{[^{}]*(?:\}\})?/;
const NO_NUMBER = /^(?:NaN|na|n\/a|null|none|undefined)$/i;
/** Stricter than for numbers: there may be a ticker called NA. */
const NO_TEXT = /^(?:NaN|null|undefined)$/;

/** Trims whitespace, including zero-width space. */
function trim(padded: string): string {
  const source = padded.trim();
  let start = 0;
  let end = source.length;
  while (start < end && SPACE.test(source.charAt(start))) start += 1;
  while (end > start && SPACE.test(source.charAt(end - 1))) end -= 1;
  return source.slice(start, end);
}

function wrongType(detail: string): Fault {
  return { code: "WRONG_TYPE", detail };
}

/** Returns the fault of a text that stands in for a value that TradingView didn't have or didn't fill in. */
function missingValue(node: JsonNode, noValue: RegExp): Fault | undefined {
  if (node.kind === "null") return { code: "NO_VALUE", detail: "null" };
  if (node.kind !== "string") return undefined;
  const placeholder = PLACEHOLDER.exec(node.text);
  if (placeholder) return { code: "UNRESOLVED_PLACEHOLDER", detail: quote(placeholder[0]) };
  const trimmed = trim(node.text);
  if (trimmed === "") return { code: "EMPTY_VALUE" };
  return noValue.test(trimmed) ? { code: "NO_VALUE", detail: trimmed } : undefined;
}

/** Reads text of 1 to `maxLength` visible characters. */
export const text =
  (maxLength: number): FieldReader<string> =>
  (node) => {
    const missing = missingValue(node, NO_TEXT);
    if (missing) return missing;
    if (node.kind !== "string" && node.kind !== "number") return wrongType("string");
    const value = trim(node.text);
    if (value.length > maxLength) return { code: "TOO_LONG", detail: String(maxLength) };
    if (INVISIBLE.test(value)) return { code: "CONTROL_CHARACTER" };
    if (!value.isWellFormed()) return { code: "BAD_ENCODING" };
    const json = JSON.stringify(value);
    if (node.kind === "number") return { value, repairs: ["NUMBER_FOR_TEXT"], json };
    return value === node.text ? { value } : { value, repairs: ["SURROUNDING_SPACE"], json };
  };

/** Reads one of a few words, in any case. */
export const choice =
  <T extends string>(allowed: readonly T[]): FieldReader<T> =>
  (node) => {
    const notAllowed: Fault = { code: "NOT_ALLOWED", detail: allowed.join(", ") };
    if (node.kind === "number") return notAllowed;
    const read = text(40)(node);
    if ("code" in read) return read.code === "TOO_LONG" ? notAllowed : read;
    const value = allowed.find((candidate) => candidate.toLowerCase() === read.value.toLowerCase());
    return value === undefined ? notAllowed : { ...read, value };
  };

/** Reads a number as a plain decimal string. */
export const decimal =
  (sign: "positive" | "not negative"): FieldReader<string> =>
  (node) => {
    const missing = missingValue(node, NO_NUMBER);
    if (missing) return missing;
    if (node.kind !== "number" && node.kind !== "string") return wrongType("number");
    const source = trim(node.text);
    if (/^[-−]/.test(source) && plainDecimal(source.slice(1)) !== undefined) return { code: "NOT_POSITIVE" };
    const number = readWrittenNumber(source);
    if (typeof number === "string") return { code: number, detail: quote(source) };
    const { value } = number;
    if (value === "0" && sign === "positive") return { code: "NOT_POSITIVE" };
    const repairs: RepairCode[] = [...number.repairs];
    if (source !== node.text) repairs.unshift("SURROUNDING_SPACE");
    // The digits stay as written if JSON allows them.
    const json = number.repairs.length > 0 ? value : source;
    return repairs.length > 0 ? { value, repairs, json, isBare: true } : { value, isBare: true };
  };

/** Reads a number of either sign as a plain decimal string. */
export const signedDecimal: FieldReader<string> = (node) => {
  const source = node.kind === "number" || node.kind === "string" ? trim(node.text) : "";
  const [, sign = "", digits = ""] = /^([-−])(.*)$/s.exec(source) ?? [];
  if (sign === "" || (node.kind !== "number" && node.kind !== "string")) return decimal("not negative")(node);
  if (!/^[\d.]/.test(digits)) return { code: "NOT_A_NUMBER", detail: quote(source) };
  const read = decimal("not negative")({ ...node, text: digits });
  if ("code" in read) return read.detail === undefined ? read : { ...read, detail: quote(source) };
  const value = read.value === "0" ? "0" : `-${read.value}`;
  const repairs: RepairCode[] = [...(read.repairs ?? [])];
  if (sign !== "-" && !repairs.includes("NUMBER_FORM")) repairs.push("NUMBER_FORM");
  if (source !== node.text) repairs.unshift("SURROUNDING_SPACE");
  return repairs.length > 0
    ? { value, repairs, json: `-${read.json ?? digits}`, isBare: true }
    : { value, isBare: true };
};

/** Reads a size whose sign another field says. */
export const unsigned: FieldReader<string> = (node) => {
  const read = decimal("not negative")(node);
  return "code" in read && read.code === "NOT_POSITIVE" ? { code: "SIGNED_SIZE" } : read;
};

export const integer =
  (sign: "positive" | "not negative"): FieldReader<string> =>
  (node) => {
    const read = decimal(sign)(node);
    return "value" in read && read.value.includes(".") ? { code: "NOT_AN_INTEGER" } : read;
  };

// A stop's end in milliseconds would lie in the year 50000: docs/pitfalls.md, V16.
const LAST_PLAUSIBLE_UNIX_SECOND = 99_999_999_999;
export const unixSeconds: FieldReader<string> = (node) => {
  const read = integer("not negative")(node);
  return "value" in read && Number(read.value) > LAST_PLAUSIBLE_UNIX_SECOND ? { code: "MILLISECONDS" } : read;
};

export const boolean: FieldReader<boolean> = (node) => {
  const missing = missingValue(node, NO_TEXT);
  if (missing) return missing;
  if (node.kind === "boolean") return { value: node.text === "true" };
  if (node.kind !== "string") return wrongType("true, false");
  const written = trim(node.text);
  const json = written.toLowerCase();
  if (json !== "true" && json !== "false") return { code: "NOT_ALLOWED", detail: "true, false" };
  const repairs: RepairCode[] = ["BOOLEAN_IN_QUOTES"];
  if (json !== written) repairs.push("CAPITALIZED_BOOLEAN");
  return { value: json === "true", repairs, json, isBare: true };
};

const EARLIEST_MS = 1e12;
const UNIX_TIME = /^\d{9,16}$/;
/** As TradingView writes {{timenow}}, and as Pine's str.format_time does. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Reads a time, ISO 8601 with its offset or Unix time in seconds or milliseconds, as ISO 8601 in UTC. */
export const moment: FieldReader<string> = (node) => {
  const missing = missingValue(node, NO_NUMBER);
  if (missing) return missing;
  if (node.kind !== "number" && node.kind !== "string") return wrongType("time");
  const source = trim(node.text);
  const unix = UNIX_TIME.test(source) ? Number(source) : Number.NaN;
  const ms = ISO_TIME.test(source) ? Date.parse(source) : unix < EARLIEST_MS ? unix * 1_000 : unix;
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? { code: "NOT_ALLOWED" } : { value: time.toISOString() };
};

/** Reads a value that may be missing: then it is `none`, or the field counts as absent if that is undefined. */
export const orNone =
  <T, None extends T | undefined>(reader: FieldReader<T>, none: None): FieldReader<T | None> =>
  (node) => {
    const read = reader(node);
    const isMissing = "code" in read && (read.code === "NO_VALUE" || read.code === "EMPTY_VALUE");
    return isMissing ? { value: none } : read;
  };

/** Reads a value that decides nothing: one that can't be read counts as absent, and none is repaired. */
export const ifReadable =
  <T>(reader: FieldReader<T>): FieldReader<T | undefined> =>
  (node) => {
    const read = reader(node);
    if ("value" in read) return { value: read.value };
    return read.code === "UNRESOLVED_PLACEHOLDER" ? read : { value: undefined };
  };
