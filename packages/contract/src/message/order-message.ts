/** The order webhook message: specification, section 3. What TradingView posts to /api/v1/orders. */
import { plainDecimal } from "../decimal.ts";
import {
  ORDER_SIDES,
  ORDER_TYPES,
  STOP_CONDITIONS,
  TIMES_IN_FORCE,
  type OrderSide,
  type OrderType,
  type StopCondition,
  type TimeInForce,
} from "../enumerations.ts";
import { decodeBody } from "./body.ts";
import {
  JsonSyntaxError,
  positionAt,
  readJson,
  SYNTAX_CODES,
  type JsonEntry,
  type JsonNode,
  type Position,
} from "./json.ts";

/** A message that passed every rule. Quantities and prices are plain decimal strings, exactly as written. */
export interface OrderMessage {
  readonly account: string;
  readonly ticker: string;
  readonly direction: OrderSide;
  readonly type: OrderType;
  /** Lots at Alor and T-Invest, base units at Binance. */
  readonly contracts: string;
  /** Required by LIMIT and STOP_LIMIT; beside MARKET it is only shown. */
  readonly price?: string;
  readonly timeInForce?: TimeInForce;
  /** Lots. */
  readonly icebergFixed?: string;
  /** Percent of the fixed part. */
  readonly icebergVariance?: string;
  readonly condition?: StopCondition;
  /** Unix seconds, UTC; "0" for none. */
  readonly stopEndUnixTime?: string;
  readonly triggerPrice?: string;
  readonly activate?: boolean;
  /** The sender's own name for this alert: a second message with the same one is the same alert. */
  readonly id?: string;
}

export const PROBLEM_CODES = [
  ...SYNTAX_CODES,
  "BAD_ENCODING",
  "NOT_AN_OBJECT",
  "UNKNOWN_FIELD",
  "DUPLICATE_FIELD",
  "MISSING_FIELD",
  "WRONG_TYPE",
  "EMPTY_VALUE",
  "TOO_LONG",
  "CONTROL_CHARACTER",
  "NOT_ALLOWED",
  "NOT_A_NUMBER",
  "NOT_POSITIVE",
  "NOT_AN_INTEGER",
  "MILLISECONDS",
  "UNRESOLVED_PLACEHOLDER",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** One thing wrong with a message. `field` is the message's field name, or `syntax`. */
export interface MessageProblem {
  readonly code: ProblemCode;
  readonly field: string;
  readonly line: number;
  readonly column: number;
  /** What stood there, or what may stand there, for the explanation; at most 80 characters. */
  readonly detail?: string;
}

export interface ParsedOrderMessage {
  /** Set when nothing is wrong. */
  readonly message?: OrderMessage;
  readonly problems: readonly MessageProblem[];
  /** The account named by the message, whatever else is wrong with it: whom to tell. */
  readonly account?: string;
}

type Fault = Pick<MessageProblem, "code" | "detail">;
type Read<T> = { readonly value: T } | Fault;
type FieldReader<T> = (node: JsonNode) => Read<T>;

// Neither a ticker nor a name holds one, and PostgreSQL's text can't store U+0000.
// eslint-disable-next-line no-control-regex -- control characters are the subject
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

const text =
  (maxLength: number): FieldReader<string> =>
  (node) => {
    if (node.kind !== "string") return { code: "WRONG_TYPE", detail: "string" };
    const value = node.text.trim();
    if (value === "") return { code: "EMPTY_VALUE" };
    if (value.length > maxLength) return { code: "TOO_LONG", detail: String(maxLength) };
    if (CONTROL_CHARACTER.test(value)) return { code: "CONTROL_CHARACTER" };
    if (!value.isWellFormed()) return { code: "BAD_ENCODING" };
    return { value };
  };

const choice =
  <T extends string>(allowed: readonly T[]): FieldReader<T> =>
  (node) => {
    const read = text(40)(node);
    if ("code" in read) return read.code === "TOO_LONG" ? { code: "NOT_ALLOWED", detail: allowed.join(", ") } : read;
    const value = allowed.find((candidate) => candidate.toLowerCase() === read.value.toLowerCase());
    return value === undefined ? { code: "NOT_ALLOWED", detail: allowed.join(", ") } : { value };
  };

const decimal =
  (sign: "positive" | "not negative"): FieldReader<string> =>
  (node) => {
    if (node.kind !== "number" && node.kind !== "string") return { code: "WRONG_TYPE", detail: "number" };
    const source = node.text.trim();
    if (source === "") return { code: "EMPTY_VALUE" };
    if (source.startsWith("-") && plainDecimal(source.slice(1)) !== undefined) return { code: "NOT_POSITIVE" };
    const value = plainDecimal(source);
    if (value === undefined) return { code: "NOT_A_NUMBER", detail: quote(source) };
    return value === "0" && sign === "positive" ? { code: "NOT_POSITIVE" } : { value };
  };

const integer =
  (sign: "positive" | "not negative"): FieldReader<string> =>
  (node) => {
    const read = decimal(sign)(node);
    return "value" in read && read.value.includes(".") ? { code: "NOT_AN_INTEGER" } : read;
  };

// A stop's end given in milliseconds would lie in the year 50000: facts/venues.md, pitfall 16.
const LAST_PLAUSIBLE_UNIX_SECOND = 99_999_999_999;
const unixSeconds: FieldReader<string> = (node) => {
  const read = integer("not negative")(node);
  return "value" in read && Number(read.value) > LAST_PLAUSIBLE_UNIX_SECOND ? { code: "MILLISECONDS" } : read;
};

const boolean: FieldReader<boolean> = (node) => {
  if (node.kind !== "boolean" && node.kind !== "string") return { code: "WRONG_TYPE", detail: "true, false" };
  const value = node.text.trim().toLowerCase();
  return value === "true" || value === "false"
    ? { value: value === "true" }
    : { code: "NOT_ALLOWED", detail: "true, false" };
};

const ACCOUNT_MAX_LENGTH = 64;
const FIELDS: { readonly [Name in keyof Required<OrderMessage>]: FieldReader<NonNullable<OrderMessage[Name]>> } = {
  account: text(ACCOUNT_MAX_LENGTH),
  ticker: text(64),
  direction: choice(ORDER_SIDES),
  type: choice(ORDER_TYPES),
  contracts: decimal("positive"),
  price: decimal("positive"),
  timeInForce: choice(TIMES_IN_FORCE),
  icebergFixed: integer("positive"),
  icebergVariance: decimal("positive"),
  condition: choice(STOP_CONDITIONS),
  stopEndUnixTime: unixSeconds,
  triggerPrice: decimal("positive"),
  activate: boolean,
  id: text(255),
};
export const ORDER_MESSAGE_FIELDS = Object.keys(FIELDS) as (keyof OrderMessage)[];

const ALWAYS_REQUIRED = ["account", "ticker", "direction", "type", "contracts"] as const;
const REQUIRED_BY_TYPE: Readonly<Record<OrderType, readonly (keyof OrderMessage)[]>> = {
  MARKET: [],
  LIMIT: ["price"],
  STOP: ["condition", "triggerPrice"],
  STOP_LIMIT: ["price", "condition", "triggerPrice"],
};

const PLACEHOLDER = /\{\{[^{}]*\}\}/;

/**
 * Reads an order message as it was posted and names everything that is wrong with it. Never throws, never guesses.
 * `contentType` is the request's header; it matters only to tell a form from JSON.
 */
export function parseOrderMessage(body: Uint8Array, contentType = ""): ParsedOrderMessage {
  const decoded = decodeBody(body, contentType);
  if ("offset" in decoded) {
    const account = accountInBrokenText(decoded.legible);
    return {
      problems: [{ code: "BAD_ENCODING", field: "syntax", ...positionAt(decoded.legible, decoded.offset) }],
      ...(account && { account }),
    };
  }
  return parseText(decoded.text);
}

function parseText(source: string): ParsedOrderMessage {
  let root: JsonNode;
  try {
    root = readJson(source);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const detail = error.found === undefined ? {} : { detail: quote(error.found) };
    const account = accountInBrokenText(source);
    return { problems: [{ code: error.code, field: "syntax", ...error.at, ...detail }], ...(account && { account }) };
  }
  if (root.kind !== "object") return { problems: [{ code: "NOT_AN_OBJECT", field: "syntax", ...root.at }] };
  return readFields(root.entries, root.end);
}

/** What is explained of one message: 64 KiB can hold thousands of unknown fields. */
const MAX_PROBLEMS = 50;

function readFields(entries: readonly JsonEntry[], end: Position): ParsedOrderMessage {
  const problems: MessageProblem[] = [];
  const values: Record<string, unknown> = {};
  const seen = new Set<string>();
  const accounts = new Set<string>();
  for (const { key, at, value } of entries) {
    if (seen.has(key)) problems.push({ code: "DUPLICATE_FIELD", field: quote(key), ...at });
    seen.add(key);
    if (!Object.hasOwn(FIELDS, key)) {
      problems.push({ code: "UNKNOWN_FIELD", field: quote(key), ...at });
      continue;
    }
    const read = readField(key as keyof OrderMessage, value);
    if ("value" in read) values[key] = read.value;
    if (key === "account" && "value" in read) accounts.add(String(read.value));
    if ("code" in read) problems.push({ ...read, field: key, ...value.at });
  }
  for (const field of requiredFields(values["type"] as OrderType | undefined)) {
    if (!seen.has(field)) problems.push({ code: "MISSING_FIELD", field, ...end });
  }
  const [account, ...others] = accounts;
  return {
    problems: problems.slice(0, MAX_PROBLEMS),
    ...(account !== undefined && others.length === 0 && { account }),
    ...(problems.length === 0 && { message: values as unknown as OrderMessage }),
  };
}

function readField(name: keyof OrderMessage, node: JsonNode): Read<unknown> {
  if (node.kind === "string") {
    const placeholder = PLACEHOLDER.exec(node.text);
    if (placeholder) return { code: "UNRESOLVED_PLACEHOLDER", detail: quote(placeholder[0]) };
  }
  return FIELDS[name](node);
}

function requiredFields(type: OrderType | undefined): readonly (keyof OrderMessage)[] {
  return type === undefined ? ALWAYS_REQUIRED : [...ALWAYS_REQUIRED, ...REQUIRED_BY_TYPE[type]];
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

/** Part of a message as a problem may repeat it: storable, printable, and at most 80 characters. */
function quote(source: string): string {
  const printable = source.toWellFormed().replaceAll(/\p{Cc}/gu, "\uFFFD");
  return printable.length > 80 ? `${printable.slice(0, 79).replace(/[\uD800-\uDBFF]$/, "")}…` : printable;
}
