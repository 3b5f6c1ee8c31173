/** Reads the message corpus; corpus/README.md describes how a case is written. */
import { readdirSync, readFileSync } from "node:fs";

export interface CorpusCase {
  /** File and title. */
  readonly name: string;
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly verdict: string;
  /** `field=value`, in the order of the message. */
  readonly fields: readonly string[];
  /** `CODE line:column`, followed by the field for a problem. */
  readonly findings: readonly string[];
}

const FOLDER = new URL("corpus/", import.meta.url);

/** Invisible characters, by their names in the files. */
const INVISIBLE: Readonly<Record<string, string>> = {
  "<BOM>": "\uFEFF",
  "<NBSP>": "\u00A0",
  "<ZWSP>": "\u200B",
  "<CR>": "\r",
  "<TAB>": "\t",
  "<NUL>": "\u0000",
};

/** Reads all cases, file by file. */
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

/** Encodes a message; `<FF>` stands for that byte, which never occurs in UTF-8. */
function encode(message: string): Uint8Array {
  const parts = message.split("<FF>").map((part) => Buffer.from(part));
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.of(0xff), part])));
}
