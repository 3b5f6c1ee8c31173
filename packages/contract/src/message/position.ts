/** Positions in a text, as editors count them. */

/** 1-based; a column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Returns a function that finds the position of an index (UTF-16 units, from 0). Lines end with LF, CR or CRLF. The text
 * is read from one index to the next: once for any number of them in text order.
 */
export function positionsIn(text: string): (index: number) => Position {
  let line = 1;
  let start = 0;
  let nextStart = startAfter(text, start);
  return (index) => {
    if (index < start) [line, start, nextStart] = [1, 0, startAfter(text, 0)];
    for (; nextStart <= index; nextStart = startAfter(text, start)) {
      line += 1;
      start = nextStart;
    }
    return { line, column: index - start + 1 };
  };
}

/** Returns where the next line starts, seen from `index`; Infinity on the last line. */
function startAfter(text: string, index: number): number {
  for (let at = index; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) return at + 1;
    if (code === CARRIAGE_RETURN) return text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1;
  }
  return Infinity;
}

/** Returns the position of one index. */
export function positionAt(text: string, index: number): Position {
  return positionsIn(text)(index);
}
