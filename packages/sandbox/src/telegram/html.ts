/** Telegram's HTML: a handful of tags, four named entities and numeric ones; any other `&` stands for itself. */
import type { ParsedText, TextEntity } from "./text-entity.ts";
import { Refusal } from "./refusals.ts";

const TAGS: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  span: "spoiler",
  "tg-spoiler": "spoiler",
  a: "text_link",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
};
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

interface OpenTag {
  readonly name: string;
  readonly offset: number;
  readonly url: string | undefined;
}

/** @throws {Refusal} "can't parse entities: …", in Telegram's words. */
export function parseHtml(source: string): ParsedText {
  let text = "";
  const entities: TextEntity[] = [];
  const open: OpenTag[] = [];
  for (let at = 0; at < source.length;) {
    const character = source.charAt(at);
    if (character === "&") {
      const entity = /^&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/i.exec(source.slice(at, at + 12));
      const decoded = entity && decode(entity);
      text += decoded ?? "&";
      at += decoded === undefined || entity === null ? 1 : entity[0].length;
    } else if (character === "<") {
      const end = source.indexOf(">", at);
      const bytes = Buffer.byteLength(source.slice(0, at));
      if (source.charAt(at + 1) === "/") {
        entities.push(...closeTag(source.slice(at + 2, end === -1 ? undefined : end).trim(), bytes, text, open));
      } else {
        open.push(openTag(source.slice(at + 1, end === -1 ? undefined : end), bytes, text, end !== -1));
      }
      at = end + 1;
    } else {
      text += character;
      at += 1;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) throw unparsable(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  return { text, entities: entities.toSorted((first, second) => first.offset - second.offset) };
}

function decode([, decimal, hexadecimal, name]: RegExpExecArray): string | undefined {
  if (name !== undefined) return NAMED[name];
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

function openTag(inside: string, byteOffset: number, text: string, isClosed: boolean): OpenTag {
  const name = /^[^\s>]*/.exec(inside)?.[0].toLowerCase() ?? "";
  if (!Object.hasOwn(TAGS, name)) throw unparsable(`Unsupported start tag "${name}" at byte offset ${byteOffset}`);
  if (!isClosed) throw unparsable(`Unclosed start tag at byte offset ${byteOffset}`);
  if (name === "span" && !/class\s*=\s*["']?tg-spoiler/.test(inside)) {
    throw unparsable(`Tag "span" must have class "tg-spoiler" at byte offset ${byteOffset}`);
  }
  const url = /href\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(inside);
  return { name, offset: text.length, url: url?.[1] ?? url?.[2] };
}

function closeTag(name: string, byteOffset: number, text: string, open: OpenTag[]): TextEntity[] {
  const last = open.pop();
  if (!last) throw unparsable(`Unexpected end tag at byte offset ${byteOffset}`);
  if (name !== "" && name.toLowerCase() !== last.name) {
    throw unparsable(
      `Unmatched end tag at byte offset ${byteOffset}, expected "</${last.name}>", found "</${name.toLowerCase()}>"`,
    );
  }
  const length = text.length - last.offset;
  const type = TAGS[last.name] ?? "";
  return length === 0 ? [] : [{ type, offset: last.offset, length, ...(last.url !== undefined && { url: last.url }) }];
}

function unparsable(what: string): Refusal {
  return new Refusal(400, `can't parse entities: ${what}`);
}
