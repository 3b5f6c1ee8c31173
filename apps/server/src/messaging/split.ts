/** Telegram accepts 4,096 characters per message: longer texts are sent in parts, without losing anything. */

export const MAX_LENGTH = 4_096;

/** A cut is made at a line break, or else at a space, in the last quarter of a part. */
const LOOK_BACK = 0.25;
const TAG = /<(\/?)([a-z]+)[^>]*>/gi;
/** An unfinished entity or tag. */
const UNENDED = /(?:&[a-z0-9#]{0,8}|<[^<>]*)$/i;

/**
 * Splits Telegram's HTML into parts of at most `maxLength` UTF-16 units, including tags. It cuts after a line or a word
 * where possible, and drops the line break or space there. It never cuts within a surrogate pair, an entity or a tag,
 * and reopens the tags that are open at a cut in the next part.
 */
export function splitHtml(html: string, maxLength = MAX_LENGTH): string[] {
  const parts: string[] = [];
  let rest = html;
  while (rest.length > maxLength) {
    // Leave room to close the open tags. Ours are few and not nested deeply.
    const cut = cutOf(rest, maxLength - closingOf(openAt(rest.slice(0, maxLength))).length);
    const part = rest.slice(0, cut);
    const open = openAt(part);
    parts.push(part + closingOf(open));
    const next = rest.slice(cut);
    rest = open.map(({ tag }) => tag).join("") + next.replace(/^[\n ]/, "");
  }
  return rest === "" ? parts : [...parts, rest];
}

interface OpenTag {
  readonly tag: string;
  readonly name: string;
}

function openAt(html: string): OpenTag[] {
  const open: OpenTag[] = [];
  for (const [tag, slash, name = ""] of html.matchAll(TAG)) {
    if (slash) open.pop();
    else open.push({ tag, name });
  }
  return open;
}

function closingOf(open: readonly OpenTag[]): string {
  return open
    .toReversed()
    .map(({ name }) => `</${name}>`)
    .join("");
}

function cutOf(html: string, limit: number): number {
  const window = html.slice(0, limit);
  const lineEnd = window.lastIndexOf("\n");
  if (lineEnd > limit * (1 - LOOK_BACK) && isOutsideTags(window.slice(0, lineEnd))) return lineEnd;
  const space = window.lastIndexOf(" ");
  if (space > limit * (1 - LOOK_BACK) && isOutsideTags(window.slice(0, space))) return space;
  const cut = limit - (UNENDED.exec(window)?.[0].length ?? 0);
  const last = html.charCodeAt(cut - 1);
  return last >= 0xd8_00 && last <= 0xdb_ff ? cut - 1 : cut;
}

function isOutsideTags(html: string): boolean {
  return !/<[^<>]*$/.test(html);
}
