/** Reads the corpus of messages: corpus/README.md says how a case is written. */
import { readdirSync, readFileSync } from "node:fs";

export interface CorpusCase {
  /** File and title. */
  readonly name: string;
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly verdict: string;
  /** `field=value`, in the order of the message. */
  readonly fields: readonly string[];
  /** `CODE line:column`, and behind a problem's place its field. */
  readonly findings: readonly string[];
}

const FOLDER = new URL("corpus/", import.meta.url);

/** Characters that can't be seen, by the names that the files give them. */
const INVISIBLE: Readonly<Record<string, string>> = {
  "<BOM>": "\uFEFF",
  "<NBSP>": "\u00A0",
  "<ZWSP>": "\u200B",
  "<CR>": "\r",
  "<TAB>": "\t",
  "<NUL>": "\u0000",
};

/** All cases, file by file. */
export function readCorpus(): CorpusCase[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".txt"));
  return files.toSorted().flatMap((file) => readFile(file));
}

function readFile(file: string): CorpusCase[] {
  const [, ...cases] = readFileSync(new URL(file, FOLDER), "utf8").split(/^=== /m);
  return cases.map((text) => {
    const [heading = "", ...lines] = text.trimEnd().split("\n");
    const [title = "", contentType = ""] = heading.split(" | ");
    const rule = lines.findIndex((line) => line.startsWith("--- "));
    if (rule < 0) throw new Error(`${file}: ${title} has no verdict`);
    const message = lines.slice(0, rule).join("\n");
    const [fieldsLine = "", ...findings] = lines.slice(rule + 1);
    return {
      name: `${file}: ${title}`,
      body: encode(message.replaceAll(/<[A-Z]+>/g, (name) => INVISIBLE[name] ?? name)),
      contentType,
      verdict: (lines[rule] ?? "").slice(4),
      fields: fieldsLine === "(none)" ? [] : fieldsLine.split("; "),
      findings,
    };
  });
}

/** `<FF>` stands for that byte, which no UTF-8 holds. */
function encode(message: string): Uint8Array {
  const parts = message.split("<FF>").map((part) => Buffer.from(part));
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.of(0xff), part])));
}
