/** Finds which of our fields a misspelt name was probably meant to be. */
import { isShownFact, POSTED_FIELDS } from "./message-fields.ts";
import { DECISIVE_FIELDS_TO_COME, KEPT_FIELDS, lettersOf } from "./other-names.ts";

interface Target {
  readonly field: string;
  readonly letters: string;
  readonly mask: number;
  /** With more slips it is a different word. */
  readonly maxSlips: number;
  /** The field decides nothing, so a numbered name (`comment2`) may well be intended. */
  readonly isNumbered: boolean;
}

/** Two slips are allowed only in a long word that decides an order. Below four letters, everything is near. */
const TARGETS: readonly Target[] = [
  ...[...POSTED_FIELDS.filter(isDecisive), "action", ...DECISIVE_FIELDS_TO_COME].map((field) => ({
    field,
    letters: lettersOf(field),
    mask: maskOf(lettersOf(field)),
    maxSlips: field.length >= 8 ? 2 : 1,
    isNumbered: false,
  })),
  ...[...POSTED_FIELDS.filter(isShownFact), ...KEPT_FIELDS].map((field) => ({
    field,
    letters: lettersOf(field),
    mask: maskOf(lettersOf(field)),
    maxSlips: 1,
    isNumbered: true,
  })),
].filter(({ letters }) => letters.length >= 4);

/** A strategy's name is in many messages that aren't for one. */
function isDecisive(field: string): boolean {
  return field !== "strategy" && !isShownFact(field);
}

/** Real words that differ from one of our names by a letter. */
const OTHER_WORDS = new Set(["comments", "ticket", "tape", "types", "strategies", "conviction"]);

/** Returns the field that an unknown name was probably meant to be; `letters` comes from `lettersOf`. */
export function fieldMeantBy(letters: string): string | undefined {
  if (OTHER_WORDS.has(letters)) return undefined;
  const mask = maskOf(letters);
  return TARGETS.find((target) => isNear(letters, mask, target))?.field;
}

/** Returns the set of letters in a word, one bit each. */
function maskOf(letters: string): number {
  let mask = 0;
  for (let index = 0; index < letters.length; index += 1) mask |= 1 << (letters.charCodeAt(index) & 31);
  return mask;
}

function countOfBits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count += 1;
  return count;
}

function isNear(
  letters: string,
  mask: number,
  { letters: word, mask: wordMask, maxSlips, isNumbered }: Target,
): boolean {
  const difference = letters.length - word.length;
  if (Math.abs(difference) > maxSlips) return false;
  // A slip adds a letter, removes one, or does both: this rules out nearly all words without comparing them.
  if (countOfBits(mask ^ wordMask) > 2 * maxSlips) return false;
  // `strategy_id` is a different word from `strategy`.
  if (difference > 1 && (letters.startsWith(word) || letters.endsWith(word))) return false;
  if (isNumbered && /\d$/.test(letters)) return false;
  return slipsBetween(letters, word) <= maxSlips;
}

/** Counts the letters to insert, remove, change, or swap with their neighbour (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  let [before, previous]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isEqual = one[row - 1] === other[column - 1];
      let slips = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isEqual ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) slips = Math.min(slips, (before[column - 2] ?? 0) + 1);
      current.push(slips);
    }
    [before, previous] = [previous, current];
  }
  return previous[other.length] ?? 0;
}
