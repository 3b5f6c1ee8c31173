/** The wrappings in which messages of TradingView users arrive: docs/venues/tradingview.md, How messages arrive. */
import type { RepairCode } from "./repairs.ts";

export type DecodedBody =
  | { readonly text: string; readonly repairs: readonly RepairCode[] }
  /** Not UTF-8: `legible` is the text with U+FFFD in place of bad bytes, `offset` the first of them. */
  | { readonly legible: string; readonly offset: number };

const REPLACEMENT = "\uFFFD";
const BYTE_ORDER_MARK = "\uFEFF";
/** No JSON begins with `%7B`: a body that does is a form, whatever its content type. */
const ENCODED_BRACE = /^\s*%7B/i;
/**
 * `account=…&ticker=…`: a form of fields. A message that was encoded as a whole has no bare name before its first `=`.
 */
const FORM = /^\s*[A-Za-z_]\w*=[^&]+&[A-Za-z_][\w.]*=/;
/** The same without a form's content type: it must not contain anything that could be read another way. */
const PLAIN_FORM = /^\s*[A-Za-z_]\w*=[^&=\s{}"',]+(?:&[A-Za-z_][\w.]*=[^&=\s{}"',]*)+\s*$/;

/**
 * Decodes a posted body: UTF-8 with or without a byte order mark, or a form whose only content is the message
 * ("TradingView sometimes form-encodes the body and appends a stray `=`"), or one that has the message's fields.
 * Positions in a message refer to this text.
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

/** Writes a form as JSON text: every value is a string, and a repeated field stays repeated. */
function jsonOf(form: string): string {
  const members = Array.from(
    new URLSearchParams(form.trim()),
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{${members.join(", ")}}`;
}

function decodeForm(text: string): string {
  // A body that begins with its brace was labelled as a form but never encoded.
  if (/^\s*\{/.test(text)) return text;
  try {
    return decodeURIComponent(text.trimEnd().replace(/=$/, "").replaceAll("+", " "));
  } catch {
    return text;
  }
}
