/** The way back from a message to the choices that make it: what was pasted fills the form as far as it can be read. */
import {
  CHAIN_TEMPLATE,
  JsonSyntaxError,
  ORDER_MESSAGE_FIELDS,
  readJson,
  SIZE_FIELDS,
  type ParsedOrderMessage,
  type PostedField,
} from "@chartrelay/contract";
import {
  DRAFT_ACTIONS,
  EMPTY_DRAFT,
  FROM_CHART,
  FROM_STRATEGY,
  sizeFromStrategy,
  type Draft,
  type Placeholder,
  type SizeField,
} from "./draft.ts";
import { indexAt } from "./text-place.ts";

/** Returns the choices that a message makes; undefined if none of its fields can be read. */
export function readDraft(text: string, parsed: ParsedOrderMessage): Draft | undefined {
  const { awaited } = parsed;
  // A value under a misspelt name, or in a text that isn't JSON, can be read as well.
  const fields: ParsedOrderMessage["fields"] = { ...parsed.legible, ...parsed.fields };
  const { account, strategy } = parsed;
  const isRead =
    account !== undefined || strategy !== undefined || Object.keys(fields).length > 0 || awaited.length > 0;
  if (!isRead) return undefined;
  /** A typed field: as it was read, else as it was written, so that nothing else takes the place of a wrong value. */
  const typed = (field: TypedField, byDefault?: string) => {
    const written = fields[field] ?? writtenAt(field, text, parsed) ?? "";
    return written === byDefault ? "" : written;
  };
  // A strategy beside an account is its name only, or a conflict that the trader has to solve: neither is dropped.
  const addressed = { account: fields.account ?? account ?? "", strategy: fields.strategy ?? strategy ?? "" };
  const sizedBy =
    SIZE_FIELDS.find((field) => fields[field] !== undefined || writtenAt(field, text, parsed) !== undefined) ??
    "contracts";
  const action = DRAFT_ACTIONS.find((one) => one === (fields.action ?? writtenAt("action", text, parsed))) ?? "order";
  const chosen = chosenIn(addressed.strategy !== "", action !== "order", sizedBy);
  const side = awaited.includes("direction") ? writtenAt("direction", text, parsed) : undefined;
  return {
    ...addressed,
    action,
    ticker: typed("ticker", FROM_CHART.ticker),
    side: fields.direction ?? (side === undefined || side === FROM_STRATEGY.side ? "strategy" : (side as Placeholder)),
    type: fields.type ?? EMPTY_DRAFT.type,
    sizedBy,
    size: typed(sizedBy, sizeFromStrategy({ sizedBy })),
    price: typed("price", FROM_CHART.price),
    timeInForce: fields.timeInForce ?? "",
    icebergFixed: typed("icebergFixed"),
    icebergVariance: typed("icebergVariance"),
    condition: fields.condition ?? EMPTY_DRAFT.condition,
    triggerPrice: typed("triggerPrice", FROM_CHART.price),
    stopEndUnixTime: typed("stopEndUnixTime"),
    isActive: fields.activate ?? true,
    positionSide: fields.positionSide ?? "",
    others: othersIn(parsed.corrected ?? text, chosen) ?? (addressed.strategy === "" ? [] : CHAIN_TEMPLATE),
  };
}

type TypedField =
  | "ticker"
  | SizeField
  | "price"
  | "triggerPrice"
  | "icebergFixed"
  | "icebergVariance"
  | "stopEndUnixTime";

/** Returns a field's value as it is written, without its quotes; undefined if the message doesn't have the field. */
function writtenAt(field: PostedField, text: string, { placeOf, problems }: ParsedOrderMessage): string | undefined {
  const place = placeOf(field);
  if (place) return valueAt(text.slice(indexAt(text, place)));
  // In a text that isn't JSON no field has a place, but what it asks for mustn't turn into something else.
  const isBroken = problems.some((problem) => problem.field === "syntax");
  const name = isBroken ? new RegExp(String.raw`(?<![\w-])["'“”]?${field}["'“”]?\s*[:=]\s*`).exec(text) : null;
  return name ? valueAt(text.slice(name.index + name[0].length)) : undefined;
}

function valueAt(rest: string): string | undefined {
  const [, quoted, placeholder, bare] = /^["'“”]([^"'“”\n]*)|^(\{\{[^{}]*\}\})|^([^\s"'“”,{}[\]]+)/.exec(rest) ?? [];
  return quoted ?? placeholder ?? bare;
}

/** A placeholder that stands for a number isn't JSON before TradingView has filled it in. */
const BARE_PLACEHOLDER = /(:\s*)(\{\{[^{}"]*\}\})(?=\s*[,}\]])/g;

/** Returns the fields that the choices write. Of several sizes only one is chosen: the others stay, and are refused. */
function chosenIn(isForStrategy: boolean, isAction: boolean, sizedBy: SizeField): ReadonlySet<string> {
  return new Set<string>([
    ...ORDER_MESSAGE_FIELDS.filter((field) => field !== "id" && field !== "contracts"),
    sizedBy,
    ...(isForStrategy ? ["strategy"] : []),
    ...(isAction ? ["action", "contracts"] : []),
  ]);
}

/** Returns what else a message says; undefined if it can't be told apart, because the message isn't JSON. */
function othersIn(message: string, chosen: ReadonlySet<string>): Draft["others"] | undefined {
  const json = message.replaceAll(BARE_PLACEHOLDER, '$1"$2"');
  try {
    const root = readJson(json);
    if (root.kind !== "object") return [];
    return root.entries
      .filter(({ key }) => !chosen.has(key))
      .map(({ key, value }) => [key, json.slice(value.start, value.end)] as const);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
