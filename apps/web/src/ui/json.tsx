import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

interface JsonProps {
  /** JSON, or what came instead: shown unchanged if it can't be parsed. */
  readonly text: string;
  /** What it is, for screen readers. */
  readonly label: string;
  /** The button that copies it, if that is an island of a public page. */
  readonly copy?: ReactNode;
}

/** A JSON text, laid out for reading; the copy is the text as it came. */
export function Json({ text, label, copy }: JsonProps) {
  return (
    <div className="relative rounded-control border border-line bg-page">
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-80 overflow-auto p-3 pr-14 font-mono text-14 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {layOut(text)}
      </pre>
      <div className="absolute top-1 right-1">{copy ?? <CopyButton text={text} />}</div>
    </div>
  );
}

/**
 * Breaks JSON into lines without parsing its numbers: JSON.parse would round `1e400` and long ids, and a price is shown
 * exactly as it was sent.
 */
export function layOut(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const newLine = (by: number) => `\n${"  ".repeat((depth += by))}`;
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|[[\]{},:]|\s+|[^\s"[\]{},:]+/g, (token) => {
    if (/^\s/.test(token)) return "";
    if (token.length > 1) return token.replace(/^([[{])\s+/, "$1");
    if (token === "{" || token === "[") return token + newLine(1);
    if (token === "}" || token === "]") return newLine(-1) + token;
    if (token === ",") return token + newLine(0);
    return token === ":" ? ": " : token;
  });
}
