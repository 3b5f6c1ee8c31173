import { ID_USED, type MessageProblem, type ParsedOrderMessage } from "@chartrelay/contract";
import type { CommittedRow } from "../webhook/index.ts";

/** What is wrong with a message whose id `earlier` has used, told where the id stands; nothing when it holds none. */
export function usedIdProblems(
  { placeOf }: Pick<ParsedOrderMessage, "placeOf">,
  { id, usedAtUs }: CommittedRow,
): MessageProblem[] {
  const place = placeOf("id");
  if (!place || usedAtUs === undefined) return [];
  const usedAt = new Date(usedAtUs / 1_000).toISOString().replace("T", " ").slice(0, "2026-11-22 12:03:05".length);
  return [{ code: ID_USED, field: "id", ...place, detail: `${id} (${usedAt} UTC)` }];
}
