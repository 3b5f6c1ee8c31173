/** Places in a text by line and column, as the parser counts them. */
import type { Position } from "@chartrelay/contract";

/** Textareas have only line feeds; a message that another page handed over may have others. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Returns the index of a place in a text whose lines end with line feeds; the text's end if it lies beyond. */
export function indexAt(text: string, { line, column }: Position): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf("\n", start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}
