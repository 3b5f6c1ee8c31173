/** The three wrappings in which TradingView's users' messages arrive: facts/peers.md, section A. */

export type DecodedBody =
  | { readonly text: string }
  /** Not UTF-8: `legible` is the text with U+FFFD in place of bad bytes, `offset` the first of them. */
  | { readonly legible: string; readonly offset: number };

const REPLACEMENT = "\uFFFD";

/**
 * Gives the text of a posted body: UTF-8 with or without a byte order mark, or a form whose only content is the message
 * ("TradingView sometimes form-encodes the body and appends a stray `=`").
 */
export function decodeBody(body: Uint8Array, contentType: string): DecodedBody {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    const legible = new TextDecoder("utf-8").decode(body);
    return { legible, offset: legible.indexOf(REPLACEMENT) };
  }
  return { text: contentType.toLowerCase().startsWith("application/x-www-form-urlencoded") ? decodeForm(text) : text };
}

function decodeForm(text: string): string {
  const bare = text.trimEnd().replace(/=$/, "");
  // A body that begins with its brace was labelled a form but never encoded.
  if (/^\s*\{/.test(bare)) return bare;
  try {
    return decodeURIComponent(bare.replaceAll("+", " "));
  } catch {
    return bare;
  }
}
