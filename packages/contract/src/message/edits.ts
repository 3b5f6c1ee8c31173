/** Changes to a text that are told by place, and the way back from the changed text to the original. */

/** Puts `text` in place of what stands from `start` to before `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes the changes, which stand in the order of their places and don't overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let edited = "";
  let done = 0;
  for (const { start, end, text } of edits) {
    edited += source.slice(done, start) + text;
    done = end;
  }
  return edited + source.slice(done);
}

/** Tells where what stands at an index of the changed text began in the original. */
export function originsBefore(edits: readonly Edit[]): (index: number) => number {
  /** Where each edit begins in the changed text. */
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
