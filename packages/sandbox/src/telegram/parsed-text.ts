/** A message's text as it is shown, after its formatting was parsed. */
import { parseHtml } from "./html.ts";
import { parseMarkdownV2 } from "./markdown.ts";
import { Refusal } from "./refusals.ts";
import type { ParsedText } from "./text-entity.ts";

const MAX_LENGTH = 4_096;

/**
 * Parses a text according to `parse_mode`; without one it is plain. The older Markdown mode isn't simulated.
 * @throws {Refusal} in Telegram's words when it can't be parsed, is empty, or is longer than 4096 characters.
 */
export function parseText(text: unknown, parseMode: unknown): ParsedText {
  const cleaned = cleanText(typeof text === "string" ? text : "");
  const parsed = trimmed(parse(cleaned, typeof parseMode === "string" ? parseMode.toLowerCase() : ""));
  if (parsed.text === "") throw new Refusal(400, "message text is empty");
  if (parsed.text.length > MAX_LENGTH) throw new Refusal(400, "message is too long");
  return parsed;
}

function parse(text: string, parseMode: string): ParsedText {
  switch (parseMode) {
    case "":
      return { text, entities: [] };
    case "html":
      return parseHtml(text);
    case "markdownv2":
      return parseMarkdownV2(text);
    default:
      throw new Refusal(400, "unsupported parse_mode");
  }
}

/**
 * Does what Telegram does before it parses anything: removes carriage returns, and replaces other control characters by
 * spaces.
 */
function cleanText(text: string): string {
  // oxlint-disable-next-line eslint/no-control-regex -- it is about them
  return text.replaceAll("\r", "").replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, " ");
}

/** Trims the text: Telegram shows no space around a message. */
function trimmed({ text, entities }: ParsedText): ParsedText {
  const shown = text.trim();
  const start = shown === "" ? 0 : text.indexOf(shown);
  return {
    text: shown,
    entities: entities.flatMap((entity) => {
      const from = Math.max(0, entity.offset - start);
      const to = Math.min(shown.length, entity.offset - start + entity.length);
      return to > from ? [{ ...entity, offset: from, length: to - from }] : [];
    }),
  };
}
