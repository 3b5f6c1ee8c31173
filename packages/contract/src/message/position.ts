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
  let read = 0;
  let line = 1;
  let lineStart = 0;
  return (index) => {
    if (index < read) [read, line, lineStart] = [0, 1, 0];
    for (; read < index; read += 1) {
      const code = text.charCodeAt(read);
      if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(read + 1) !== LINE_FEED)) {
        line += 1;
        lineStart = read + 1;
      }
    }
    return { line, column: index - lineStart + 1 };
  };
}

/** Returns the position of one index. */
export function positionAt(text: string, index: number): Position {
  return positionsIn(text)(index);
}
