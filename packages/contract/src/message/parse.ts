/** The one parser of order messages: exact JSON by the short way, what has one meaning repaired, all else refused by name. */
import { decodeBody } from "./body.ts";
import { applyEdits, originsBefore, type Edit } from "./edits.ts";
import { JsonSyntaxError, readJson, type JsonNode } from "./json.ts";
import { mend, type Mend, type Mended } from "./mend.ts";
import { fieldMeantBy, readerOf, requiredFields, type OrderField, type OrderMessage } from "./order-message.ts";
import { positionsIn, type Position } from "./position.ts";
import { quote, type Fault, type MessageProblem } from "./problems.ts";
import type { MessageRepair, RepairCode } from "./repairs.ts";

export interface ParsedOrderMessage {
  /** Set when nothing is wrong. */
  readonly message?: OrderMessage;
  /** The fields that could be read, whatever is wrong with the others. */
  readonly fields: Partial<OrderMessage>;
  /** What was put right, in the order of the text. */
  readonly repairs: readonly MessageRepair[];
  /** What is wrong, in the order of the text. */
  readonly problems: readonly MessageProblem[];
  /** The message as it should have been written: as it was, when it needed no repair; null when something is wrong. */
  readonly corrected: string | null;
  /** The account named by the message, whatever else is wrong with it: whom to tell. */
  readonly account?: string;
  /** Where a field's value stands in the message as it was posted; undefined when it isn't there. */
  readonly placeOf: (field: OrderField) => Position | undefined;
}

/** A finding, by the place where it stands in the original text. */
type Placed<Finding> = Omit<Finding, keyof Position> & { readonly index: number };

/** What is told of one message: 64 KiB can hold thousands of unknown fields. */
const MAX_FINDINGS = 50;

/**
 * Reads an order message as it was posted, repairs what has exactly one meaning, and names everything that is wrong with it.
 * Never throws, and never guesses side, symbol, size or type. `contentType` is the request's header; it matters only to tell
 * a form from JSON. Places are counted in the text after its wrapping (byte order mark, form encoding) was taken off.
 */
export function parseOrderMessage(body: Uint8Array, contentType = ""): ParsedOrderMessage {
  const decoded = decodeBody(body, contentType);
  if ("offset" in decoded) {
    return refuse(decoded.legible, [], { code: "BAD_ENCODING", index: decoded.offset });
  }
  const { text, repairs } = decoded;
  let root: JsonNode;
  try {
    root = readJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    if (error.code === "EMPTY_MESSAGE" || error.code === "NESTED_TOO_DEEPLY") {
      return refuse(text, repairs, { code: error.code, index: error.index });
    }
    return parseMended(text, repairs);
  }
  if (root.kind === "object") return readFields(root, { text, original: text, wrapping: repairs, mended: NOT_MENDED });
  if (root.kind === "string" && root.text.trimStart().startsWith("{")) return parseMended(text, repairs);
  return refuse(text, repairs, { code: "NOT_AN_OBJECT", index: root.start });
}

const NOT_MENDED: Mended = { mends: [], faults: new Map() };

function parseMended(original: string, wrapping: readonly RepairCode[]): ParsedOrderMessage {
  const mended = mend(original);
  if (mended.error) return refuse(original, wrapping, mended.error);
  const text = applyEdits(original, mended.mends);
  const root = readJson(text);
  if (root.kind !== "object") throw new TypeError("a mended message is an object");
  return readFields(root, { text, original, wrapping, mended });
}

/** The answer to a text that can't be read. What was mended up to there may have been meant otherwise: it isn't told. */
function refuse(
  original: string,
  wrapping: readonly RepairCode[],
  { code, index }: { code: MessageProblem["code"]; index: number },
): ParsedOrderMessage {
  const found = original.codePointAt(index);
  const detail = found === undefined || code === "BAD_ENCODING" ? {} : { detail: quote(String.fromCodePoint(found)) };
  const account = accountInBrokenText(original);
  const place = placing(original);
  return {
    fields: {},
    problems: [place({ code, field: "syntax", index, ...detail })],
    repairs: toldRepairs(wrapping, []).map(place),
    corrected: null,
    ...(account !== undefined && { account }),
    placeOf: () => undefined,
  };
}

interface Source {
  /** The JSON. */
  readonly text: string;
  /** As it was posted, without its wrapping. */
  readonly original: string;
  readonly wrapping: readonly RepairCode[];
  /** The way from one to the other. */
  readonly mended: Mended;
}

function readFields(root: JsonNode & { kind: "object" }, source: Source): ParsedOrderMessage {
  const { text, original, wrapping, mended } = source;
  const problems: Placed<MessageProblem>[] = [];
  const edits: Edit[] = [];
  const repairs: Placed<MessageRepair>[] = toldRepairs(wrapping, mended.mends);
  const values = new Map<string, unknown>();
  const repeated = new Set<string>();
  const starts = new Map<string, number>();
  const accounts = new Set<unknown>();
  const origin = originsBefore(mended.mends);

  for (const { key, start, value: node } of root.entries) {
    if (problems.length >= MAX_FINDINGS && key !== "account") continue;
    if (starts.has(key)) {
      problems.push({ code: "DUPLICATE_FIELD", field: quote(key), index: origin(start) });
      repeated.add(key);
    }
    starts.set(key, node.start);
    const reader = readerOf(key);
    if (!reader) {
      problems.push({ ...unknownField(key), field: quote(key), index: origin(start) });
      continue;
    }
    const index = origin(node.start);
    const read = mended.faults.get(index) ?? reader(node);
    if ("code" in read) {
      problems.push({ ...read, field: key, index });
      continue;
    }
    values.set(key, read.value);
    if (key === "account") accounts.add(read.value);
    if (read.json === undefined) continue;
    edits.push({ start: node.start, end: node.end, text: read.json });
    const detail = quote(read.json);
    for (const code of read.repairs ?? []) repairs.push({ code, index, detail });
  }
  // Which of several was meant isn't guessed.
  for (const key of repeated) values.delete(key);
  for (const field of requiredFields(values.get("type") as OrderMessage["type"] | undefined)) {
    if (!starts.has(field)) problems.push({ code: "MISSING_FIELD", field, index: origin(root.end - 1) });
  }

  const place = placing(original);
  const [account, ...others] = accounts;
  const fields = Object.fromEntries(values) as Partial<OrderMessage>;
  const isRight = problems.length === 0;
  return {
    fields,
    problems: problems.toSorted(byPlace).slice(0, MAX_FINDINGS).map(place),
    repairs: withoutIdle(repairs, problems).toSorted(byPlace).slice(0, MAX_FINDINGS).map(place),
    corrected: isRight ? applyEdits(text, edits) : null,
    ...(typeof account === "string" && others.length === 0 && { account }),
    ...(isRight && { message: fields as OrderMessage }),
    placeOf: (field) => {
      const start = starts.get(field);
      return start === undefined ? undefined : positionsIn(original)(origin(start));
    },
  };
}

function unknownField(key: string): Fault {
  const meant = fieldMeantBy(key);
  return meant === undefined ? { code: "UNKNOWN_FIELD" } : { code: "MISNAMED_FIELD", detail: meant };
}

function toldRepairs(wrapping: readonly RepairCode[], mends: readonly Mend[]): Placed<MessageRepair>[] {
  return [
    ...wrapping.map((code) => ({ code, index: 0 })),
    ...mends.flatMap(({ code, start: index, detail }) =>
      code === undefined ? [] : { code, index, ...(detail !== undefined && { detail }) },
    ),
  ];
}

/**
 * Leaves out what would only confuse: repairs of a value that is refused anyway, and quotes that were put around a value to
 * read it and taken off again.
 */
function withoutIdle(
  repairs: readonly Placed<MessageRepair>[],
  problems: readonly Placed<MessageProblem>[],
): Placed<MessageRepair>[] {
  const refused = new Set(problems.map(({ index }) => index));
  const unquoted = indexesOf(repairs, "UNQUOTED_TEXT");
  const quoted = new Set([...indexesOf(repairs, "NUMBER_IN_QUOTES"), ...indexesOf(repairs, "BOOLEAN_IN_QUOTES")]);
  return repairs.filter(({ code, index }) => {
    if (code === "UNQUOTED_TEXT") return !quoted.has(index) && !refused.has(index);
    if (code === "NUMBER_IN_QUOTES" || code === "BOOLEAN_IN_QUOTES") return !unquoted.has(index);
    return true;
  });
}

function indexesOf(repairs: readonly Placed<MessageRepair>[], sought: RepairCode): Set<number> {
  return new Set(repairs.flatMap(({ code, index }) => (code === sought ? [index] : [])));
}

function byPlace(one: { index: number }, other: { index: number }): number {
  return one.index - other.index;
}

function placing(
  text: string,
): <Finding extends { index: number }>(finding: Finding) => Omit<Finding, "index"> & Position {
  let positionOf: ((index: number) => Position) | undefined;
  return ({ index, ...finding }) => {
    positionOf ??= positionsIn(text);
    return { ...finding, ...positionOf(index) };
  };
}

/**
 * Finds the account in a message that is not JSON, so that its owner can be told. It only names whom to tell: nothing is
 * traded on it. Undefined unless exactly one account is named.
 */
function accountInBrokenText(source: string): string | undefined {
  const named = Array.from(
    source.matchAll(/(?<![\w-])["'“”]?account["'“”]?\s*[:=]\s*["'“”]?([A-Za-z0-9_-]{1,64})/g),
    (match) => match[1],
  );
  return new Set(named).size === 1 ? named[0] : undefined;
}
