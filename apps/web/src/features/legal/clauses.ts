/** A legal text is a flat list of keys, like all texts; the keys encode its structure. */

export interface Clause {
  /** For example "2" or "2.1". */
  readonly number: string;
  readonly title?: string;
  readonly paragraphs: readonly string[];
  readonly parts: readonly Clause[];
}

type Texts = Readonly<Record<string, string>>;

/**
 * Returns the clauses of a document, in order: clause 2 has the key `2_title`, its own paragraphs `2_text` (one a
 * line), and its parts `2_1`, `2_2`, each of which may have a title, `2_1_title`.
 */
export function readClauses(texts: Texts): readonly Clause[] {
  return count((number) => texts[`${number}_title`] !== undefined).map((number) => ({
    number: String(number),
    title: texts[`${number}_title`] ?? "",
    paragraphs: lines(texts[`${number}_text`]),
    parts: count((part) => texts[`${number}_${part}`] !== undefined).map((part) => ({
      number: `${number}.${part}`,
      ...titled(texts[`${number}_${part}_title`]),
      paragraphs: lines(texts[`${number}_${part}`]),
      parts: [],
    })),
  }));
}

const titled = (title: string | undefined) => (title === undefined ? {} : { title });
const lines = (text: string | undefined) => text?.split("\n") ?? [];

/** Returns 1, 2, 3 and so on for as long as `exists` is true. */
function count(exists: (number: number) => boolean): number[] {
  const numbers: number[] = [];
  while (exists(numbers.length + 1)) numbers.push(numbers.length + 1);
  return numbers;
}
