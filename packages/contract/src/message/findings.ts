/** What is found in a message while it is read, and in which form it is reported: problems and repairs with their places. */
import { positionsIn, type Position } from "./position.ts";
import type { MessageProblem } from "./problems.ts";
import type { RepairEdit } from "./repair-syntax.ts";
import type { MessageRepair, RepairCode } from "./repairs.ts";

/** A finding with its index in the original text. */
export type Placed<Finding> = Omit<Finding, keyof Position> & { readonly index: number };

/** Repairs that only make a placeholder valid JSON. */
export const STANDS_IN: ReadonlySet<RepairCode | undefined> = new Set(["UNQUOTED_TEXT", "QUOTES_IN_TEXT"] as const);

/** Returns the repairs that a message needed before its fields could be read. */
export function reportedRepairs(
  wrapping: readonly RepairCode[],
  edits: readonly RepairEdit[],
): Placed<MessageRepair>[] {
  return [
    ...wrapping.map((code) => ({ code, index: 0 })),
    ...edits.flatMap(({ code, start: index, detail }) =>
      code === undefined ? [] : { code, index, ...(detail !== undefined && { detail }) },
    ),
  ];
}

/** What can make a repair pointless. */
interface Idle {
  readonly problems: readonly Placed<MessageProblem>[];
  /** Where values begin that JSON writes without quotes. */
  readonly bare: ReadonlySet<number>;
  /** Where placeholders begin that will be filled in. */
  readonly awaited: ReadonlySet<number>;
}

/**
 * Drops repairs that would only confuse: those of a value that is refused anyway or isn't there yet, and quotes that
 * were added to read a value and then removed again.
 */
export function withoutIdle(
  repairs: readonly Placed<MessageRepair>[],
  { problems, bare, awaited }: Idle,
): Placed<MessageRepair>[] {
  const refused = new Set(problems.map(({ index }) => index));
  const unquoted = new Set(repairs.flatMap(({ code, index }) => (code === "UNQUOTED_TEXT" ? [index] : [])));
  return repairs.filter(({ code, index }) => {
    if (code === "BOOLEAN_IN_QUOTES") return !unquoted.has(index);
    if (code === "UNQUOTED_TEXT" && bare.has(index)) return false;
    if (STANDS_IN.has(code) || code === "EMPTY_TEXT" || code === "RAW_LINE_BREAK")
      return !refused.has(index) && !awaited.has(index);
    return true;
  });
}

/** Sorts findings in text order. */
export function byPlace(one: { index: number }, other: { index: number }): number {
  return one.index - other.index;
}

/** Returns a function that gives a finding its line and column in `text`. */
export function placing(
  text: string,
): <Finding extends { index: number }>(finding: Finding) => Omit<Finding, "index"> & Position {
  let positionOf: ((index: number) => Position) | undefined;
  return ({ index, ...finding }) => {
    positionOf ??= positionsIn(text);
    return { ...finding, ...positionOf(index) };
  };
}
