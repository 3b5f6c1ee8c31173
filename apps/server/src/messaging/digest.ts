/** Combines more messages than anybody reads one by one into one: their lines, their number, and every failure. */
import type { Wording } from "./chat-text.ts";
import type { ChatText } from "./chat-text.ts";
import { MAX_LENGTH, splitHtml } from "./split.ts";

/** If more messages than this wait for one chat, they become a digest. */
const MOST_ONE_BY_ONE = 10;
/** Maximum length of a message's line. */
const MAX_LINE = 200;
/** Room for the headline and the line that counts the omitted messages. */
const FRAME = 400;

export interface Digest {
  readonly html: string;
  /** How many of the messages it replaces, from the first on, without gaps. */
  readonly count: number;
}

/** Returns a digest of messages that wait for one chat, in order; undefined if they should be sent one by one. */
export function digestOf(waiting: readonly ChatText[], { translate }: Wording): Digest | undefined {
  if (waiting.length <= MOST_ONE_BY_ONE) return undefined;
  const lines = waiting.map(({ line, isFailure }) => ({ isFailure, text: `• ${shortened(line)}` }));
  const count = countThatFits(lines);
  const included = lines.slice(0, count);
  const failures = included.filter(({ isFailure }) => isFailure);
  let room = MAX_LENGTH - FRAME - lengthOf(failures);
  // The latest lines say most about the current state.
  const kept = new Set(failures);
  for (const line of included.toReversed()) {
    if (line.isFailure) continue;
    if (line.text.length + 1 > room) break;
    room -= line.text.length + 1;
    kept.add(line);
  }
  const left = count - kept.size;
  const html = [
    `<b>${translate("notify:digest", { count })}</b>`,
    ...(failures.length > 0 ? [translate("notify:digest_failures", { count: failures.length })] : []),
    ...included.filter((line) => kept.has(line)).map(({ text }) => text),
    ...(left > 0 ? [translate("notify:digest_left", { count: left })] : []),
  ].join("\n");
  return { html, count };
}

interface Line {
  readonly isFailure: boolean;
  readonly text: string;
}

function countThatFits(lines: readonly Line[]): number {
  let room = MAX_LENGTH - FRAME;
  for (const [index, { isFailure, text }] of lines.entries()) {
    if (isFailure) room -= text.length + 1;
    if (room < 0) return index;
  }
  return lines.length;
}

function lengthOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + text.length + 1, 0);
}

function shortened(line: string): string {
  const [first = "", ...rest] = splitHtml(line.replaceAll(/\s+/g, " ").trim(), MAX_LINE);
  return rest.length > 0 ? `${first.trimEnd()}…` : first;
}
