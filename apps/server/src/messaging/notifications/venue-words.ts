/** Where the venues put what they say to a person: facts/venues.md, errors of each venue. */
const FIELDS = ["message", "msg", "description"];
const MAX_LENGTH = 200;

/** What a venue said in its answer; undefined where it said nothing that can be shown. */
export function venueWordsIn(response: string | null): string | undefined {
  if (response === null) return undefined;
  let answer: unknown;
  try {
    answer = JSON.parse(response);
  } catch {
    return undefined;
  }
  if (typeof answer !== "object" || answer === null) return undefined;
  const said = FIELDS.map((field) => (answer as Record<string, unknown>)[field]).filter(
    (words) => typeof words === "string",
  );
  return said.find((words) => words.trim() !== "")?.slice(0, MAX_LENGTH);
}
