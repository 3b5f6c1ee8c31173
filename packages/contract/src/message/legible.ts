/**
 * What a refused message says of its order, as far as it can be read. It is only shown: nothing is traded on it, since
 * something else in the message is wrong.
 */
import type { JsonEntry, JsonNode } from "./json.ts";
import type { CancelAction } from "../enumerations.ts";
import { readerOf } from "./message-fields.ts";
import type { OrderMessage } from "./order-message.ts";
import type { RefusedField } from "./other-fields.ts";

/** The fields that an order list has columns for. */
const SHOWN = ["ticker", "direction", "type", "contracts", "price"] as const;
type ShownField = (typeof SHOWN)[number];
export type LegibleFields = Partial<Pick<OrderMessage, ShownField>> & {
  readonly action?: CancelAction;
};

/** Shown as it was written, also 0 or -5, which no order can have. */
const PLAIN_NUMBER = /^[-−]?\d{1,30}(?:\.\d{1,30})?$/;

/** Returns what an object's entries say. A field under a wrong name counts as the one that `refused` says was meant. */
export function legibleIn(entries: readonly JsonEntry[], refused: readonly RefusedField[]): LegibleFields {
  const meant = new Map(
    refused.flatMap(({ start, fault }) => (fault.code === "MISNAMED_FIELD" ? [[start, fault.detail] as const] : [])),
  );
  return legible((field) =>
    entries.flatMap(({ key, start, value }) => (key === field || meant.get(start) === field ? [value] : [])),
  );
}

/** Returns what a text says that isn't JSON: `field: value`, with any quotes or none. */
export function legibleInBrokenText(text: string): LegibleFields {
  return legible((field) =>
    Array.from(
      text.matchAll(
        new RegExp(
          String.raw`(?<![\w-])["'“”]?${field}["'“”]?\s*[:=]\s*(?:["'“”]([^"'“”\n]{1,64})["'“”]|([^\s"'“”,;{}[\]]{1,64}))`,
          "g",
        ),
      ),
      ([, quoted, bare]) => ({ kind: "string", text: quoted ?? bare ?? "", start: 0, end: 0 }),
    ),
  );
}

/** Keeps the fields that have exactly one value: we don't guess which of two was meant. */
function legible(valuesOf: (field: ShownField) => readonly JsonNode[]): LegibleFields {
  return Object.fromEntries(
    SHOWN.flatMap((field) => {
      const values = new Set(valuesOf(field).map((node) => valueIn(node, field)));
      const [value] = values;
      return values.size === 1 && value !== undefined ? [[field, value]] : [];
    }),
  );
}

function valueIn(node: JsonNode, field: ShownField): unknown {
  const isNumber = (field === "contracts" || field === "price") && (node.kind === "number" || node.kind === "string");
  const written = isNumber ? node.text.trim() : "";
  if (PLAIN_NUMBER.test(written)) return written.replace("−", "-");
  const read = readerOf(field)?.(node);
  return read && "value" in read ? read.value : undefined;
}
