/** More messages than anybody reads one by one become one: what they were, how many, and every failure. */
import type { Wording } from "./chat-text.ts";
import type { ChatText } from "./chat-text.ts";
import { MAX_LENGTH, splitHtml } from "./split.ts";

/** More than so many waiting for one chat are told together. */
const MOST_ONE_BY_ONE = 10;
/** Of one message's line. */
const MAX_LINE = 200;
/** For the headline and the line that counts what is left out. */
const FRAME = 400;

export interface Digest {
  readonly html: string;
  /** How many of the messages it stands for: from the first on, without a gap. */
  readonly count: number;
}

/** A digest of messages that wait for one chat, in order; undefined where they should go out one by one. */
export function digestOf(waiting: readonly ChatText[], { translate }: Wording): Digest | undefined {
  if (waiting.length <= MOST_ONE_BY_ONE) return undefined;
  const lines = waiting.map(({ line, isFailure }) => ({ isFailure, text: `• ${shortened(line)}` }));
  const count = countThatFits(lines);
  const told = lines.slice(0, count);
  const failures = told.filter(({ isFailure }) => isFailure);
  let room = MAX_LENGTH - FRAME - lengthOf(failures);
  // The latest say most of where things stand now.
  const kept = new Set(failures);
  for (const line of told.toReversed()) {
    if (line.isFailure) continue;
    if (line.text.length + 1 > room) break;
    room -= line.text.length + 1;
    kept.add(line);
  }
  const left = count - kept.size;
  const html = [
    `<b>${translate("notify:digest", { count })}</b>`,
    ...(failures.length > 0 ? [translate("notify:digest_failures", { count: failures.length })] : []),
    ...told.filter((line) => kept.has(line)).map(({ text }) => text),
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
