/** Reads the stored answer to an order: the venue's own, or ours if nothing was sent. */

/** The fields in which venues put their words for people: docs/venues, errors of each venue. */
const FIELDS_WITH_WORDS = ["message", "msg", "description"];
const MAX_LENGTH = 200;

/** Returns the venue's words in its answer; undefined if there are none to show. */
export function venueWordsIn(response: string | null): string | undefined {
  const answer = objectIn(response);
  const said = FIELDS_WITH_WORDS.map((field) => answer[field]).filter((words) => typeof words === "string");
  return said.find((words) => words.trim() !== "")?.slice(0, MAX_LENGTH);
}

/** Returns what our own refusal is about, by name: a field of the message, and the bounds that it breaks. */
export function rulesIn(response: string | null): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(objectIn(response)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Returns the tickers that our own refusal offers instead of the message's. */
export function tickersIn(response: string | null): readonly string[] {
  const { candidates } = objectIn(response);
  if (!Array.isArray(candidates)) return [];
  return candidates.filter((one) => typeof one === "string").filter(isTicker);
}

/** Returns whether a message may name it: of namesakes, a refusal lists more than their tickers. */
export function isTicker(candidate: string): boolean {
  return !/\s/.test(candidate);
}

function objectIn(response: string | null): Readonly<Record<string, unknown>> {
  if (response === null) return {};
  try {
    const answer: unknown = JSON.parse(response);
    return typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
