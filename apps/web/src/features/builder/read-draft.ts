/** The way back from a message to the choices that make it: what was pasted fills the form as far as it can be read. */
import {
  JsonSyntaxError,
  ORDER_MESSAGE_FIELDS,
  readJson,
  type OrderField,
  type ParsedOrderMessage,
} from "@chartrelay/contract";
import { EMPTY_DRAFT, FROM_CHART, FROM_STRATEGY, type Draft, type Placeholder } from "./draft.ts";
import { indexAt } from "./text-place.ts";

/** Returns the choices that a message makes; undefined if none of its fields can be read. */
export function readDraft(text: string, parsed: ParsedOrderMessage): Draft | undefined {
  const { awaited } = parsed;
  // A value under a misspelt name, or in a text that isn't JSON, can be read as well.
  const fields: ParsedOrderMessage["fields"] = { ...parsed.legible, ...parsed.fields };
  if (Object.keys(fields).length === 0 && awaited.length === 0) return undefined;
  /** A typed field: as it was read, else as it was written, so that nothing else takes the place of a wrong value. */
  const typed = (field: TypedField, byDefault?: string) => {
    const written = fields[field] ?? writtenAt(field, text, parsed) ?? "";
    return written === byDefault ? "" : written;
  };
  const side = awaited.includes("direction") ? writtenAt("direction", text, parsed) : undefined;
  return {
    account: fields.account ?? parsed.account ?? "",
    ticker: typed("ticker", FROM_CHART.ticker),
    side: fields.direction ?? (side === undefined || side === FROM_STRATEGY.side ? "strategy" : (side as Placeholder)),
    type: fields.type ?? EMPTY_DRAFT.type,
    size: typed("contracts", FROM_STRATEGY.size),
    price: typed("price", FROM_CHART.price),
    timeInForce: fields.timeInForce ?? "",
    icebergFixed: typed("icebergFixed"),
    icebergVariance: typed("icebergVariance"),
    condition: fields.condition ?? EMPTY_DRAFT.condition,
    triggerPrice: typed("triggerPrice", FROM_CHART.price),
    stopEndUnixTime: typed("stopEndUnixTime"),
    isActive: fields.activate ?? true,
    positionSide: fields.positionSide ?? "",
    others: othersIn(parsed.corrected ?? text),
  };
}

type TypedField =
  | "ticker"
  | "contracts"
  | "price"
  | "triggerPrice"
  | "icebergFixed"
  | "icebergVariance"
  | "stopEndUnixTime";

/** Returns a field's value as it is written, without its quotes; undefined if the message doesn't have the field. */
function writtenAt(field: OrderField, text: string, { placeOf }: ParsedOrderMessage): string | undefined {
  const place = placeOf(field);
  const rest = place ? text.slice(indexAt(text, place)) : "";
  const [, quoted, placeholder, bare] = /^["'“”]([^"'“”\n]*)|^(\{\{[^{}]*\}\})|^([^\s"'“”,{}[\]]+)/.exec(rest) ?? [];
  return quoted ?? placeholder ?? bare;
}

/** A placeholder that stands for a number isn't JSON before TradingView has filled it in. */
const BARE_PLACEHOLDER = /(:\s*)(\{\{[^{}"]*\}\})(?=\s*[,}\]])/g;

const CHOSEN: ReadonlySet<string> = new Set(ORDER_MESSAGE_FIELDS.filter((field) => field !== "id"));

function othersIn(message: string): Draft["others"] {
  const json = message.replaceAll(BARE_PLACEHOLDER, '$1"$2"');
  try {
    const root = readJson(json);
    if (root.kind !== "object") return [];
    return root.entries
      .filter(({ key }) => !CHOSEN.has(key))
      .map(({ key, value }) => [key, json.slice(value.start, value.end)] as const);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return [];
    throw error;
  }
}
