/** The wrappings in which TradingView's users' messages arrive: docs/venues/tradingview.md, How messages arrive. */
import type { RepairCode } from "./repairs.ts";

export type DecodedBody =
  | { readonly text: string; readonly repairs: readonly RepairCode[] }
  /** Not UTF-8: `legible` is the text with U+FFFD in place of bad bytes, `offset` the first of them. */
  | { readonly legible: string; readonly offset: number };

const REPLACEMENT = "\uFFFD";
const BYTE_ORDER_MARK = "\uFEFF";
/** No JSON begins with `%7B`: a body that does is a form, whatever it calls itself. */
const ENCODED_BRACE = /^\s*%7B/i;
/** `account=…&ticker=…`: fields by name. A message that was encoded whole has no bare name before its first `=`. */
const FORM = /^\s*[A-Za-z_]\w*=[^&]+&[A-Za-z_][\w.]*=/;
/** The same without the label of a form: nothing in it may be written otherwise. */
const PLAIN_FORM = /^\s*[A-Za-z_]\w*=[^&=\s{}"',]+(?:&[A-Za-z_][\w.]*=[^&=\s{}"',]*)+\s*$/;

/**
 * Gives the text of a posted body: UTF-8 with or without a byte order mark, or a form whose only content is the message
 * ("TradingView sometimes form-encodes the body and appends a stray `=`"), or one that has the message's fields. Places in a message are counted in this text.
 */
export function decodeBody(body: Uint8Array, contentType: string): DecodedBody {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    const legible = new TextDecoder("utf-8").decode(body);
    return { legible, offset: legible.indexOf(REPLACEMENT) };
  }
  const repairs: RepairCode[] = [];
  if (text.startsWith(BYTE_ORDER_MARK)) {
    text = text.slice(1);
    repairs.push("BYTE_ORDER_MARK");
  }
  const isForm = contentType.toLowerCase().startsWith("application/x-www-form-urlencoded");
  if (isForm ? FORM.test(text) : PLAIN_FORM.test(text))
    return { text: jsonOf(text), repairs: [...repairs, "FORM_FIELDS"] };
  const decoded = isForm || ENCODED_BRACE.test(text) ? decodeForm(text) : text;
  if (decoded !== text) repairs.push("FORM_ENCODED");
  return { text: decoded, repairs };
}

/** A form's text as it is written in JSON: every value is text, and a field that stands twice stands twice. */
function jsonOf(form: string): string {
  const members = Array.from(
    new URLSearchParams(form.trim()),
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{${members.join(", ")}}`;
}

function decodeForm(text: string): string {
  // A body that begins with its brace was labelled a form but never encoded.
  if (/^\s*\{/.test(text)) return text;
  try {
    return decodeURIComponent(text.trimEnd().replace(/=$/, "").replaceAll("+", " "));
  } catch {
    return text;
  }
}
