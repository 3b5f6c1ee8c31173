/** Where a posted message is marked: at what is wrong with it, and at what was repaired. */

/** A position as the parser reports it: from 1, in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

interface Part {
  readonly start: number;
  readonly part: string;
  readonly mark?: "problem" | "repair";
}

/** What one mark covers: a text in quotes, a word or number, or a single sign. */
const TOKEN = /(["'“”«])(?:\\.|(?!["'“”»]).)*["'“”»]|[\p{L}\d_.+-]+|\S/suy;

/** Splits a text at its marks. Where two are at one place, the problem counts. */
export function markedParts(text: string, problems: readonly Place[], repairs: readonly Place[]): readonly Part[] {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ index, 0: end }) => index + end.length)];
  const marks = new Map<number, "problem" | "repair">();
  const put = (places: readonly Place[], mark: "problem" | "repair") => {
    for (const { line, column } of places) {
      const start = starts[line - 1];
      if (start !== undefined) marks.set(start + column - 1, mark);
    }
  };
  put(repairs, "repair");
  put(problems, "problem");

  const parts: Part[] = [];
  let done = 0;
  for (const [start, mark] of [...marks].toSorted(([one], [other]) => one - other)) {
    TOKEN.lastIndex = start;
    const [token] = (start >= done && TOKEN.exec(text)) || [];
    if (token === undefined) continue;
    if (start > done) parts.push({ start: done, part: text.slice(done, start) });
    parts.push({ start, part: token, mark });
    done = start + token.length;
  }
  if (done < text.length) parts.push({ start: done, part: text.slice(done) });
  return parts;
}
