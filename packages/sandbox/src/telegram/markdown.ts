/**
 * Telegram's MarkdownV2: reserved characters that aren't formatting must be escaped, or the text is refused. Custom
 * emoji aren't simulated.
 */
import type { ParsedText, TextEntity } from "./text-entity.ts";
import { Refusal } from "./refusals.ts";

/** Longer marks first, because they begin with the shorter ones. */
const MARKS: readonly (readonly [string, string])[] = [
  ["```", "pre"],
  ["`", "code"],
  ["__", "underline"],
  ["_", "italic"],
  ["*", "bold"],
  ["~", "strikethrough"],
  ["||", "spoiler"],
];
const NAMES: Readonly<Record<string, string>> = { pre: "Pre", code: "Code", text_link: "TextUrl" };
const RESERVED = "_*[]()~`>#+-=|{}.!";

interface OpenMark {
  readonly mark: string;
  readonly type: string;
  readonly offset: number;
  readonly byteOffset: number;
}

/** @throws {Refusal} "can't parse entities: …", in Telegram's words. */
export function parseMarkdownV2(source: string): ParsedText {
  let text = "";
  const entities: TextEntity[] = [];
  const open: OpenMark[] = [];
  for (let at = 0; at < source.length;) {
    const character = source.charAt(at);
    const last = open.at(-1);
    const isVerbatim = last?.type === "pre" || last?.type === "code";
    const [mark, type] = MARKS.find(([each]) => source.startsWith(each, at)) ?? [];
    if (character === "\\" && /[\u0021-\u007e]/.test(source.charAt(at + 1))) {
      text += source.charAt(at + 1);
      at += 2;
    } else if (mark !== undefined && type !== undefined && (!isVerbatim || mark === last?.mark)) {
      if (mark === last?.mark) {
        open.pop();
        entities.push(...entity(type, last.offset, text));
      } else open.push({ mark, type, offset: text.length, byteOffset: Buffer.byteLength(source.slice(0, at)) });
      at += mark.length;
    } else if (!isVerbatim && character === "[") {
      open.push({
        mark: "]",
        type: "text_link",
        offset: text.length,
        byteOffset: Buffer.byteLength(source.slice(0, at)),
      });
      at += 1;
    } else if (character === "]" && last?.mark === "]") {
      const address = /^\]\(([^)\s]*)\)/.exec(source.slice(at));
      open.pop();
      if (address)
        entities.push(...entity("text_link", last.offset, text).map((link) => ({ ...link, url: address[1] ?? "" })));
      at += address?.[0].length ?? 1;
    } else if (character === ">" && (text === "" || text.endsWith("\n"))) {
      at += 1;
    } else if (!isVerbatim && RESERVED.includes(character)) {
      throw unparsable(`Character '${character}' is reserved and must be escaped with the preceding '\\'`);
    } else {
      text += character;
      at += 1;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) {
    const name = NAMES[unclosed.type] ?? unclosed.type.charAt(0).toUpperCase() + unclosed.type.slice(1);
    throw unparsable(`Can't find end of ${name} entity at byte offset ${unclosed.byteOffset}`);
  }
  return { text, entities: entities.toSorted((first, second) => first.offset - second.offset) };
}

function entity(type: string, offset: number, text: string): TextEntity[] {
  return text.length > offset ? [{ type, offset, length: text.length - offset }] : [];
}

function unparsable(what: string): Refusal {
  return new Refusal(400, `can't parse entities: ${what}`);
}
