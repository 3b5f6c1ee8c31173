/** Translates messages written for another relay into our form: docs/venues/tradingview.md, Other relays' messages. */
import type { JsonEntry } from "./json.ts";
import { actionIn } from "./message-fields.ts";
import { TRANSLATIONS, word, type Fields, type OtherRelay, type Translation } from "./other-relays-fields.ts";

export interface Recognised {
  readonly relay: OtherRelay;
  /** The other relay's fields that our form covers, by their names there. */
  readonly taken: ReadonlySet<string>;
  /** Writes our form for one of our accounts; undefined when the message places no order. */
  readonly toOurs?: (account: string) => string;
}

/** Their messages have two dozen at most. */
const MAX_FIELDS = 50;

/**
 * Recognises a message that was written for another relay. Returns undefined when the message names an account or a
 * direction, or a strategy for an action of ours, or when it fits no known relay.
 */
export function recogniseOtherRelay(entries: readonly JsonEntry[], text: string): Recognised | undefined {
  if (entries.length > MAX_FIELDS) return undefined;
  const fields: Fields = new Map(entries.map(({ key, value }) => [key, value]));
  if (fields.has("account") || fields.has("direction") || isForStrategy(fields)) return undefined;
  const relay = relayOf(fields);
  if (relay === undefined) return undefined;
  const { ours, taken } = TRANSLATIONS[relay](fields, (node) => node && text.slice(node.start, node.end));
  return { relay, taken: new Set(taken), ...(isWhole(ours) && { toOurs: (account) => written(account, ours) }) };
}

function isForStrategy(fields: Fields): boolean {
  const action = fields.get("action");
  const isOurs = action !== undefined && (actionIn(action) !== undefined || word(action) === "order");
  return fields.has("strategy") && isOurs;
}

/** Returns whether a translation says all that our form needs. */
function isWhole({ ticker, action, direction, type, ...ours }: Translation["ours"]): boolean {
  if (!ticker) return false;
  if (action) return true;
  const isSized = [ours["contracts"], ours["money"], ours["equityPercent"]].some((size) => size !== undefined);
  return type !== undefined && (ours["position"] !== undefined || (direction !== undefined && isSized));
}

function relayOf(fields: Fields): OtherRelay | undefined {
  const hasAll = (...names: readonly string[]) => names.every((name) => fields.has(name));
  if (fields.has("bot_uuid") || hasAll("tv_instrument", "action")) return "3Commas";
  if (hasAll("symbol", "action") && ["apikey", "pricetype", "product"].some((name) => fields.has(name)))
    return "OpenAlgo";
  return hasAll("ticker", "action") ? "TradersPost" : undefined;
}

function written(account: string, ours: Translation["ours"]): string {
  const members = Object.entries({ account: JSON.stringify(account), ...ours }).filter(
    ([, json]) => json !== undefined,
  );
  return `{\n${members.map(([field, json]) => `  ${JSON.stringify(field)}: ${json}`).join(",\n")}\n}`;
}
