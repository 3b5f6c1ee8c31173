/** A message's fields that aren't ours: kept and shown, unless one would have changed the order. */
import type { JsonEntry, JsonNode } from "./json.ts";
import { fieldMeantBy } from "./near-miss.ts";
import { actionIn, fieldNamed, isShownFact, POSTED_FIELDS, readerOf } from "./message-fields.ts";
import type { OrderField } from "./order-message.ts";
import {
  CHART_NAMES,
  KEPT_FIELDS,
  lettersOf,
  OTHER_NAMES,
  refusalByParts,
  refusalInside,
  refusalOf,
} from "./other-names.ts";
import { quote, shortened, type Fault } from "./problems.ts";

/** A field that decides nothing, as it is shown: text as it is, everything else as JSON. */
export interface OtherField {
  readonly field: string;
  readonly value: string;
}

/** A field that gets the message refused; `start` as in the entry. */
export interface RefusedField {
  readonly field: string;
  readonly start: number;
  readonly fault: Fault;
}

/** What is known about our fields in the message. */
export interface OwnFields {
  readonly values: ReadonlyMap<string, unknown>;
  readonly has: (field: string) => boolean;
  /** Whether the message must have this field. */
  readonly needs: (field: OrderField) => boolean;
}

/** At any depth. Real alerts have ten or twenty. */
const MAX_FIELDS = 200;
const MAX_SHOWN = 1_000;

/** `"price: 5, timeInForce"`: two quotes were lost, and fields with them. */
const SWALLOWED = /[:=][^,]*,|[{}]/;
const SAME_LETTERS: ReadonlyMap<string, string> = new Map(
  POSTED_FIELDS.filter((field) => field !== "strategy").map((field) => [field.toLowerCase(), field]),
);
const KEPT: ReadonlySet<string> = new Set(KEPT_FIELDS.map(lettersOf));

/** Judges the entries that aren't ours; `text` is the JSON that contains them. */
export function judgeOtherFields(
  entries: readonly JsonEntry[],
  own: OwnFields,
  text: string,
): { readonly kept: readonly OtherField[]; readonly refused: readonly RefusedField[] } {
  const kept: OtherField[] = [];
  const refused: RefusedField[] = [];
  let count = 0;

  /** Counts an entry and returns whether there are too many; the first excess is reported. */
  function isBeyond({ key, start }: JsonEntry): boolean {
    count += 1;
    if (count === MAX_FIELDS + 1) {
      refused.push({ field: quote(key), start, fault: { code: "TOO_MANY_FIELDS" } });
    }
    return count > MAX_FIELDS;
  }

  function lookInside(node: JsonNode): void {
    if (node.kind === "array") for (const item of node.items) lookInside(item);
    if (node.kind !== "object") return;
    for (const entry of node.entries) {
      if (isBeyond(entry)) return;
      const code = isOff(entry.value) ? undefined : refusalInside(lettersOf(entry.key));
      if (code) refused.push({ field: quote(entry.key), start: entry.start, fault: { code } });
      lookInside(entry.value);
    }
  }

  for (const entry of entries) {
    if (isBeyond(entry)) break;
    const { key, start, value } = entry;
    const fault = faultOf(entry, own);
    if (fault) refused.push({ field: quote(key), start, fault });
    else {
      lookInside(value);
      kept.push(shownField(entry, text));
    }
  }
  return { kept, refused };
}

/** Returns why a message with this field is refused. */
function faultOf({ key, value }: JsonEntry, own: OwnFields): Fault | undefined {
  if (SWALLOWED.test(key)) return { code: "UNCLOSED_STRING" };
  if (isShownFact(fieldNamed(key))) return undefined;
  const letters = lettersOf(key);
  const misspelt = SAME_LETTERS.get(letters);
  if (misspelt !== undefined) return { code: "MISNAMED_FIELD", detail: misspelt };
  const alias = OTHER_NAMES.get(letters) ?? CHART_NAMES.get(letters);
  if (alias !== undefined) {
    const isHarmless = CHART_NAMES.has(letters) ? own.has(alias) || !own.needs(alias) : saysTheSame(alias, value, own);
    return isHarmless ? undefined : { code: "MISNAMED_FIELD", detail: alias };
  }
  if (letters === "action") return faultOfAction(value, own);
  if (letters === "close" && saysYes(value)) return { code: "ACTION_NOT_SUPPORTED" };
  if (letters === "strategy" && key !== letters && !own.has("account") && !own.has("strategy"))
    return { code: "MISNAMED_FIELD", detail: "strategy" };
  if (KEPT.has(letters)) return undefined;
  const code = refusalOf(letters);
  if (code === undefined) {
    const meant = fieldMeantBy(letters);
    if (meant !== undefined) return { code: "MISNAMED_FIELD", detail: meant };
  }
  const refusal = code ?? refusalByParts(letters);
  return refusal === undefined || isOff(value) ? undefined : { code: refusal };
}

/** Returns whether a field under another relay's name repeats the value of ours. */
function saysTheSame(field: OrderField, node: JsonNode, { values }: OwnFields): boolean {
  const read = readerOf(field)?.(node);
  return read !== undefined && "value" in read && values.has(field) && read.value === values.get(field);
}

/** Judges an `action` that isn't one of ours: other relays' is the side. */
function faultOfAction(node: JsonNode, own: OwnFields): Fault | undefined {
  if (actionIn(node) !== undefined) return { code: "MISNAMED_FIELD", detail: "action" };
  if (saysTheSame("direction", node, own)) return undefined;
  const isSide = node.kind === "string" && /^\s*(?:buy|sell)\s*$|\{\{/i.test(node.text);
  if (isSide) return { code: "MISNAMED_FIELD", detail: "direction" };
  const isOrder = node.kind === "string" && node.text.trim().toLowerCase() === "order";
  return isOrder ? undefined : { code: "ACTION_NOT_SUPPORTED" };
}

/** A switch that is off changes nothing. */
function isOff(node: JsonNode): boolean {
  return node.kind === "boolean" && node.text === "false";
}

/** Returns whether a field says true: `close` is the chart's price, unless it is a switch. */
function saysYes(node: JsonNode): boolean {
  return (node.kind === "boolean" || node.kind === "string") && node.text.toLowerCase() === "true";
}

/** Returns an entry as it is shown; `text` is the JSON that contains it. */
export function shownField({ key, value }: JsonEntry, text: string): OtherField {
  return { field: quote(key), value: shown(value, text) };
}

function shown(node: JsonNode, text: string): string {
  const source = node.kind === "string" ? node.text : text.slice(node.start, node.end);
  // PostgreSQL can't store U+0000, and the other control characters can't be shown.
  return shortened(source.toWellFormed().replaceAll(/[^\P{Cc}\n\t]/gu, "\uFFFD"), MAX_SHOWN);
}
