/** What is to be said about a message, and where: the parser's findings at once, and the venue's objections as they come. */
import {
  groupedRepairs,
  type PostedField,
  type OrderVerdict,
  type ParsedOrderMessage,
  type Position,
} from "@chartrelay/contract";
import { indexAt } from "./text-place.ts";

const START: Position = { line: 1, column: 1 };

/** A way to put something right with one click: the text to write instead, and the message with it. */
export interface Fix {
  readonly word: string;
  readonly message: string;
}

export interface Finding extends Position {
  readonly kind: "problem" | "repair";
  readonly code: string;
  readonly field: string;
  /** What was there, for the parser's own texts. */
  readonly detail: string;
  /** The wording of the API; undefined for the parser's findings. */
  readonly words?: string;
  /** How many equal repairs it stands for. */
  readonly count: number;
  /** The lines of all of them. */
  readonly lines: readonly number[];
  readonly fixes: readonly Fix[];
}

/** Returns the parser's problems and its repairs; equal repairs are one finding, at the first of their places. */
export function findingsOf(text: string, { problems, repairs }: ParsedOrderMessage): readonly Finding[] {
  return [
    ...problems.map((problem): Finding => {
      const { code, field, line, column, detail = "" } = problem;
      const fixes = code === "MISNAMED_FIELD" ? renamed(text, { field, line, column }, detail) : [];
      return { kind: "problem", code, field, detail, line, column, count: 1, lines: [line], fixes };
    }),
    ...groupedRepairs(repairs).map(({ detail = "", ...group }): Finding => ({
      kind: "repair",
      field: "",
      detail,
      fixes: [],
      ...group,
    })),
  ];
}

/** Returns the fix of a misspelt field's name, if exactly one field is meant. */
function renamed(
  text: string,
  { field, ...place }: Position & { readonly field: string },
  meant: string,
): readonly Fix[] {
  const start = indexAt(text, place);
  const nameStart = start + text.slice(start).search(/[^"'“”\s]/);
  if (!/^\w+$/.test(meant) || !text.startsWith(field, nameStart)) return [];
  return [{ word: meant, message: text.slice(0, nameStart) + meant + text.slice(nameStart + field.length) }];
}

/** Returns the problem of a message that names none of the user's accounts, or none of the strategies. */
export function notOwned(
  field: "account" | "strategy",
  { placeOf }: Pick<ParsedOrderMessage, "placeOf">,
  words: string,
): Finding {
  const { line, column } = placeOf(field) ?? START;
  const code = `unknown_${field}`;
  return { kind: "problem", code, field, detail: "", words, line, column, count: 1, lines: [line], fixes: [] };
}

/** Returns what the venue, or the account's state, objects to, at the fields of the message as it is written. */
export function objectionsOf(
  objections: OrderVerdict["objections"],
  { placeOf }: Pick<ParsedOrderMessage, "placeOf">,
  withTicker: (ticker: string) => string | undefined,
): readonly Finding[] {
  return objections.map(({ code, field, message: words, candidates = [] }) => {
    const { line, column } = placeOf(field as PostedField) ?? START;
    const fixes = candidates.flatMap((word) => {
      const message = withTicker(word);
      return message === undefined ? [] : [{ word, message }];
    });
    return { kind: "problem", code, field, detail: "", words, line, column, count: 1, lines: [line], fixes };
  });
}
