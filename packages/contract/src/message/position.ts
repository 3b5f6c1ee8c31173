/** Positions in a text, as editors count them. */

/** 1-based; a column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Returns a function that finds the position of an index (UTF-16 units, from 0). Lines end with LF, CR or CRLF. */
export function positionsIn(text: string): (index: number) => Position {
  const lineStarts = [0];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(index + 1) !== LINE_FEED)) {
      lineStarts.push(index + 1);
    }
  }
  return (index) => {
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lineStarts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: index - (lineStarts[low] ?? 0) + 1 };
  };
}

/** Returns the position of one index. */
export function positionAt(text: string, index: number): Position {
  return positionsIn(text)(index);
}
