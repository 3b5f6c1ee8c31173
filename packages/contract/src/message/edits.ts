/** Edits of a text by position, and the way back from the edited text to the original. */

/** Replaces the text from `start` to before `end` with `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits, which must be in text order and not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let edited = "";
  let done = 0;
  for (const { start, end, text } of edits) {
    edited += source.slice(done, start) + text;
    done = end;
  }
  return edited + source.slice(done);
}

/** Returns a function that maps an index of the edited text to where that piece began in the original. */
export function originsBefore(edits: readonly Edit[]): (index: number) => number {
  /** Where each edit begins in the edited text. */
  const starts: number[] = [];
  let shift = 0;
  for (const { start, end, text } of edits) {
    starts.push(start + shift);
    shift += text.length - (end - start);
  }
  return (index) => {
    let low = 0;
    let high = edits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    const edit = edits[low - 1];
    if (!edit) return index;
    const behind = index - (starts[low - 1] ?? 0) - edit.text.length;
    return behind < 0 ? edit.start : edit.end + behind;
  };
}
