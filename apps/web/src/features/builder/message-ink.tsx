/** How a message is drawn: coloured by what its parts are, line by line, with its findings marked. */
import { classNames } from "../../ui/class-names.ts";
import type { Finding } from "./findings.ts";

/** One coloured piece of a line. */
interface Piece {
  readonly text: string;
  /** Where it begins, as columns are counted: from 1. */
  readonly column: number;
  readonly color: string;
}

/** The name of a field, another text, a placeholder, a number or a word, a mark, anything else. */
const TOKEN =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*"?)|(?<placeholder>\{\{[^{}]*\}\})|(?<value>-?\d[\d.eE+-]*|\b(?:true|false|null)\b)|(?<mark>[{}[\],:])|[^\s"{}[\],:]+|\s+/g;

const COLORS = {
  name: "text-accent",
  text: "text-ok",
  placeholder: "text-warning",
  value: "text-ink",
  mark: "text-muted",
} as const;

/** Returns a line in pieces that add up to it. */
export function piecesOf(line: string): readonly Piece[] {
  return Array.from(line.matchAll(TOKEN), ({ 0: text, index, groups = {} }) => {
    const kind = (Object.keys(COLORS) as (keyof typeof COLORS)[]).find((name) => groups[name] !== undefined);
    // A quoted placeholder is a placeholder all the same.
    const shown = kind === "text" && text.includes("{{") ? "placeholder" : kind;
    return { text, column: index + 1, color: shown ? COLORS[shown] : "text-ink" };
  });
}

interface MessageInkProps {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** The drawn message. It stands behind the text that is typed, letter by letter in the same place. */
export function MessageInk({ text, findings }: MessageInkProps) {
  return text.split("\n").map((line, index) => {
    const here = findings.filter(({ lines }) => lines.includes(index + 1));
    const isProblem = here.some(({ kind }) => kind === "problem");
    const isMarked = ({ column, text: piece }: Piece) =>
      here.some((one) => one.line === index + 1 && one.column >= column && one.column < column + piece.length);
    return (
      <div
        // A line has no identity but its number.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        className={classNames(
          "relative min-h-6 pr-11 pl-9 tablet:pl-12",
          isProblem ? "bg-error/10" : here.length > 0 ? "bg-warning/10" : undefined,
        )}
      >
        <span
          className={classNames(
            "absolute top-0 left-0 w-6 text-right tabular select-none tablet:w-9",
            isProblem ? "font-semibold text-error" : here.length > 0 ? "font-semibold text-warning" : "text-muted",
          )}
        >
          {index + 1}
        </span>
        {piecesOf(line).map((piece) => (
          <span
            key={piece.column}
            className={classNames(
              piece.color,
              isMarked(piece) &&
                (isProblem
                  ? "underline decoration-error decoration-wavy underline-offset-4"
                  : "underline decoration-warning decoration-dotted underline-offset-4"),
            )}
          >
            {piece.text}
          </span>
        ))}
      </div>
    );
  });
}
