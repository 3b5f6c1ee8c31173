/**
 * The only parser of order messages: it reads exact JSON directly, repairs what has one meaning, and refuses everything
 * else by name.
 */
import type { CancelAction, CloseAction } from "../enumerations.ts";
import { decodeBody } from "./body.ts";
import { applyEdits, originsBefore, type Edit } from "./edits.ts";
import { JsonSyntaxError, readJson, type JsonEntry, type JsonNode } from "./json.ts";
import { repairSyntax, type RepairedText } from "./repair-syntax.ts";
import type { FieldReader } from "./field-readers.ts";
import { byPlace, placing, reportedRepairs, STANDS_IN, withoutIdle, type Placed } from "./findings.ts";
import { legibleIn, legibleInBrokenText, type LegibleFields } from "./legible.ts";
import { actionIn, fieldNamed, isShownFact, readerOf } from "./message-fields.ts";
import { faultsBetween } from "./message-rules.ts";
import {
  isCancel,
  isClose,
  type PostedCancel,
  type CloseMessage,
  type PostedField,
  type PostedOrder,
} from "./order-message.ts";
import { judgeOtherFields, shownField, type OtherField, type RefusedField } from "./other-fields.ts";
import { recogniseOtherRelay } from "./other-relays.ts";
import { sampleOf } from "./placeholders.ts";
import { positionsIn, type Position } from "./position.ts";
import { positionChangeOf, type PositionChange } from "./position-change.ts";
import { quote, type MessageProblem } from "./problems.ts";
import type { MessageRepair, RepairCode } from "./repairs.ts";

export interface ParsedOrderMessage {
  /** Set when nothing is wrong with a message that places an order. */
  readonly message?: PostedOrder;
  /** Set when nothing is wrong with a message that cancels orders. */
  readonly cancel?: PostedCancel;
  /** Set when nothing is wrong with a message that closes positions. */
  readonly close?: CloseMessage;
  /** Set when nothing is wrong with an order or `close` that has the four position placeholders. */
  readonly position?: PositionChange;
  /** The fields that could be read, even if others are wrong. */
  readonly fields: PostedFields;
  /** What a refused message says of its order, only to be shown; empty when nothing is wrong. */
  readonly legible: LegibleFields;
  /** The fields that aren't ours and decide nothing: to be kept and shown. */
  readonly otherFields: readonly OtherField[];
  /** In a template, our fields that TradingView will fill in. */
  readonly awaited: readonly PostedField[];
  /** Repairs, in text order. */
  readonly repairs: readonly MessageRepair[];
  /** Problems, in text order. */
  readonly problems: readonly MessageProblem[];
  /** The message as it should have been written; unchanged when it needed no repair; null when something is wrong. */
  readonly corrected: string | null;
  /** The account that the message names, whatever else is wrong with it: its owner is notified. */
  readonly account?: string;
  /** The same for the strategy that it names in place of an account. */
  readonly strategy?: string;
  /** Returns where a field's value is in the posted message; undefined if it isn't there. */
  readonly placeOf: (field: PostedField) => Position | undefined;
  /** Set for an order that was written for another relay: returns our form of the message for one of our accounts. */
  readonly toOurs?: (account: string) => string;
  /** Set if fields have wrong names: returns the message with the names that were probably meant. */
  readonly renamed?: () => string;
}

/** What could be read of a message. */
export type PostedFields = Partial<PostedOrder> & { readonly action?: CancelAction | CloseAction };

/** How to read a message. */
export interface Reading {
  /** It is still an alert's template: TradingView will fill in its placeholders. */
  readonly isTemplate?: boolean;
}

/** How many findings are reported per message: 64 KiB can hold thousands of unknown fields. */
const MAX_FINDINGS = 50;

/**
 * Reads an order message as posted, repairs what has exactly one meaning, and reports everything that is wrong with it.
 * Never throws, and never guesses side, symbol, size or type. `contentType` is the request's header; it serves only to
 * tell a form from JSON. Positions refer to the text without its wrapping (byte order mark, form encoding).
 */
export function parseOrderMessage(
  body: Uint8Array,
  contentType = "",
  { isTemplate = false }: Reading = {},
): ParsedOrderMessage {
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
    const { code, index } = error;
    if (code === "EMPTY_MESSAGE" || code === "NESTED_TOO_DEEPLY" || code === "TOO_MANY_FIELDS") {
      return refuse(text, repairs, { code, index });
    }
    return parseRepaired(text, repairs, isTemplate);
  }
  if (root.kind === "object")
    return readFields(root, { text, original: text, wrapping: repairs, repaired: NOT_REPAIRED, isTemplate });
  if (root.kind === "string" && root.text.trimStart().startsWith("{")) return parseRepaired(text, repairs, isTemplate);
  return refuse(text, repairs, { code: "NOT_AN_OBJECT", index: root.start });
}

const NOT_REPAIRED: RepairedText = { edits: [], faults: new Map() };

function parseRepaired(original: string, wrapping: readonly RepairCode[], isTemplate: boolean): ParsedOrderMessage {
  const repaired = repairSyntax(original);
  if (repaired.error) return refuse(original, wrapping, repaired.error);
  const text = applyEdits(original, repaired.edits);
  const root = readJson(text);
  if (root.kind !== "object") throw new TypeError("a repaired message is an object");
  return readFields(root, { text, original, wrapping, repaired, isTemplate });
}

/**
 * Refuses a text that can't be read. Its repairs up to that point aren't reported, because the text may have been meant
 * otherwise.
 */
function refuse(
  original: string,
  wrapping: readonly RepairCode[],
  { code, index }: { code: MessageProblem["code"]; index: number },
): ParsedOrderMessage {
  const found = original.codePointAt(index);
  const detail = found === undefined || code === "BAD_ENCODING" ? {} : { detail: quote(String.fromCodePoint(found)) };
  const { account, strategy } = namedInBrokenText(original);
  const place = placing(original);
  return {
    fields: {},
    legible: legibleInBrokenText(original),
    otherFields: [],
    awaited: [],
    problems: [place({ code, field: "syntax", index, ...detail })],
    repairs: reportedRepairs(wrapping, []).map(place),
    corrected: null,
    ...(account !== undefined && { account }),
    ...(strategy !== undefined && { strategy }),
    placeOf: () => undefined,
  };
}

interface Source {
  /** The JSON. */
  readonly text: string;
  /** As posted, without its wrapping. */
  readonly original: string;
  readonly wrapping: readonly RepairCode[];
  /** The edits that lead from `original` to `text`. */
  readonly repaired: RepairedText;
  readonly isTemplate: boolean;
}

function readFields(root: JsonNode & { kind: "object" }, source: Source): ParsedOrderMessage {
  const { text, original, wrapping, repaired, isTemplate } = source;
  const problems: Placed<MessageProblem>[] = [];
  const edits: Edit[] = [];
  const repairs: Placed<MessageRepair>[] = reportedRepairs(wrapping, repaired.edits);
  const values = new Map<string, unknown>();
  const repeated = new Set<string>();
  const starts = new Map<string, number>();
  const named = { account: new Set<unknown>(), strategy: new Set<unknown>() };
  const others: JsonEntry[] = [];
  const action = actionOf(root.entries);
  const foreign = recogniseOtherRelay(root.entries, text);
  /** Then `strategy` is only a name. */
  const isLabelled = foreign !== undefined || root.entries.some(({ key }) => key === "account");
  /** An order's fields in a message that cancels or closes: they decide nothing. */
  const unused: JsonEntry[] = [];
  /** Where values begin whose quotes, or lack of quotes, mean nothing. */
  const bare = new Set<number>();
  const awaited = new Map<PostedField, number>();
  const origin = originsBefore(repaired.edits);

  for (const entry of root.entries) {
    const { key: name, start, value: node } = entry;
    const key = fieldNamed(name);
    const reader = readerOf(key, action);
    if (!reader) {
      (action && readerOf(key) ? unused : others).push(entry);
      continue;
    }
    if (key === "strategy" && isLabel(node, isLabelled)) {
      others.push(entry);
      continue;
    }
    if (isShownFact(key)) others.push(entry);
    if (starts.has(key)) {
      problems.push({ code: "DUPLICATE_FIELD", field: quote(name), index: origin(start) });
      repeated.add(key);
    }
    starts.set(key, node.start);
    const index = origin(node.start);
    const read = repaired.faults.get(index) ?? readValue(node, reader, isTemplate);
    if ("code" in read) {
      problems.push({ ...read, field: name, index });
      continue;
    }
    if ("isAwaited" in read) {
      awaited.set(key as PostedField, index);
      edits.push(...asItStood(node, index, source));
      continue;
    }
    if (read.value === undefined) continue;
    values.set(key, read.value);
    if (key === "account" || key === "strategy") named[key].add(read.value);
    if (read.isBare) bare.add(index);
    if (read.json === undefined) continue;
    edits.push({ start: node.start, end: node.end, text: read.json });
    const detail = quote(read.json);
    for (const code of read.repairs ?? []) repairs.push({ code, index, detail });
  }
  // We don't guess which of the repeated values was meant.
  for (const key of repeated) values.delete(key);

  const between = faultsBetween({ starts, type: values.get("type"), action });
  const lacking = new Set(between.map(({ field }) => field));
  const own = { values, has: (field: string) => starts.has(field), needs: (field: string) => lacking.has(field) };
  const judged = judgeOtherFields(others, own, text);
  problems.push(...judged.refused.map(({ field, start, fault }) => ({ ...fault, field, index: origin(start) })));
  const renames = judged.refused.flatMap((field) => renamedTo(field, text));
  for (const { key, value } of repaired.faults.size > 0 ? others : []) {
    const index = origin(value.start);
    const fault = repaired.faults.get(index);
    if (fault) problems.push({ ...fault, field: quote(key), index });
  }
  if (foreign) {
    // A field under the other relay's own name isn't a mistake.
    const left = problems.filter(({ field }) => !foreign.taken.has(field));
    problems.splice(
      0,
      Infinity,
      { code: "OTHER_RELAYS_MESSAGE", field: "syntax", index: 0, detail: foreign.relay },
      ...left,
    );
  }
  for (const { field, start = root.end - 1, ...fault } of foreign ? [] : between) {
    problems.push({ ...fault, field, index: origin(start) });
  }

  const place = placing(original);
  const [account, ...otherAccounts] = named.account;
  const [strategy, ...otherStrategies] = named.strategy;
  const fields = Object.fromEntries(values) as ParsedOrderMessage["fields"];
  const isRight = problems.length === 0;
  const isComplete = isRight && awaited.size === 0;
  const reported = withoutIdle(repairs, { problems, bare, awaited: new Set(awaited.values()) });
  const isSound = ({ value }: JsonEntry) => !repaired.faults.has(origin(value.start));
  const cancelling = action === "cancel" || action === "cancelAll" ? { action } : {};
  return {
    fields,
    legible: isRight ? {} : { ...legibleIn(root.entries.filter(isSound), judged.refused), ...cancelling },
    otherFields: [...unused.map((entry) => shownField(entry, text)), ...judged.kept],
    awaited: [...awaited.keys()],
    problems: problems.toSorted(byPlace).slice(0, MAX_FINDINGS).map(place),
    repairs: reported.toSorted(byPlace).slice(0, MAX_FINDINGS).map(place),
    corrected: isRight ? applyEdits(text, edits) : null,
    ...(typeof account === "string" && otherAccounts.length === 0 && { account }),
    ...(typeof strategy === "string" && otherStrategies.length === 0 && account === undefined && { strategy }),
    ...(isComplete && askedBy(fields)),
    ...(foreign?.toOurs && { toOurs: foreign.toOurs }),
    ...(renames.length > 0 && { renamed: () => applyEdits(text, renames.toSorted(byStart)) }),
    placeOf: (field) => {
      const start = starts.get(field);
      return start === undefined ? undefined : positionsIn(original)(origin(start));
    },
  };
}

/** Returns what the message asks for, unless that is an order. */
function actionOf(entries: readonly JsonEntry[]): CancelAction | CloseAction | undefined {
  const entry = entries.find(({ key }) => key === "action");
  return entry && actionIn(entry.value);
}

/** As an installation writes the ids of strategies and accounts, with or without the name of a cell. */
const ID = /^\s*(?:[0-9a-hjkmnp-tv-z]{2})?[0-9a-hjkmnp-tv-z]{26}\s*$/;

/**
 * Returns whether `strategy` doesn't address the message: it is an object, as in TradingView's own template, or the
 * trader's name for the strategy in a message that is for an account or for another relay.
 */
function isLabel(node: JsonNode, isLabelled: boolean): boolean {
  if (node.kind === "object" || node.kind === "array") return true;
  return isLabelled && !(node.kind === "string" && ID.test(node.text));
}

function askedBy(
  asked: PostedOrder | PostedCancel | CloseMessage,
): Pick<ParsedOrderMessage, "message" | "cancel" | "close" | "position"> {
  if (isCancel(asked)) return { cancel: asked };
  const position = positionChangeOf(asked);
  return { ...(isClose(asked) ? { close: asked } : { message: asked }), ...(position && { position }) };
}

/** Reads one of our fields; in a template, a placeholder is judged by what may replace it. */
function readValue(
  node: JsonNode,
  reader: FieldReader<unknown>,
  isTemplate: boolean,
): ReturnType<FieldReader<unknown>> | { readonly isAwaited: true } {
  const sample = isTemplate && node.kind === "string" ? sampleOf(node.text) : undefined;
  if (sample === undefined) return reader(node);
  if (sample === null || node.kind !== "string") return { isAwaited: true };
  const read = reader({ ...node, text: sample });
  return "code" in read ? read : { isAwaited: true };
}

/**
 * Restores a placeholder as it was written: once TradingView fills it in, it no longer needs the edit that made it
 * JSON.
 */
function asItStood({ start, end }: JsonNode, index: number, { original, repaired }: Source): readonly Edit[] {
  const edit = repaired.edits.find((one) => one.start === index && STANDS_IN.has(one.code));
  return edit ? [{ start, end, text: original.slice(edit.start, edit.end) }] : [];
}

/** Returns the edit that gives a field the name that was probably meant. */
function renamedTo({ start, fault: { code, detail } }: RefusedField, text: string): readonly Edit[] {
  if (code !== "MISNAMED_FIELD" || detail === undefined) return [];
  const end = start + (/^"(?:[^"\\]|\\.)*"/s.exec(text.slice(start))?.[0].length ?? 0);
  return [{ start, end, text: JSON.stringify(detail) }];
}

function byStart(one: Edit, other: Edit): number {
  return one.start - other.start;
}

/**
 * Finds the account or strategy in a message that isn't JSON, so that its owner can be notified. It serves only for
 * that: nothing is traded on it. Leaves out one that the message names twice, differently.
 */
function namedInBrokenText(source: string): Pick<ParsedOrderMessage, "account" | "strategy"> {
  const ids = { account: new Set<string>(), strategy: new Set<string>() };
  for (const [, field, id = ""] of source.matchAll(NAMED)) ids[field as keyof typeof ids].add(id);
  const [account] = ids.account;
  const [strategy] = ids.strategy;
  return {
    ...(account !== undefined && ids.account.size === 1 && { account }),
    ...(strategy !== undefined && ids.strategy.size === 1 && ids.account.size === 0 && { strategy }),
  };
}
const NAMED = /(?<![\w-])["'“”]?(account|strategy)["'“”]?\s*[:=]\s*["'“”]?([A-Za-z0-9_-]{1,64})/g;
