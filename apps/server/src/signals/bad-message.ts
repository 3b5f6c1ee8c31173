/** What is wrong with a message, as its sender gets it in the answer and its user sees it. */
import { ID_USED, type MessageProblem, type ParsedOrderMessage } from "@chartrelay/contract";
import { explainProblems } from "../orders/index.ts";
import { Problem } from "../platform/http/problem.ts";
import type { AcceptedSignal } from "./signal.ts";

/** The answer to a message that could not be understood; `id` is the stored order's, when its account is known. */
export function badMessage(problems: readonly MessageProblem[], id?: string): Problem {
  return new Problem("bad_message", {
    more: (translate) => {
      const explained = explainProblems(problems, translate);
      const [first] = explained;
      const at = first && translate("message:at", { line: first.line, column: first.column, problem: first.message });
      return {
        detail: translate("problems:bad_message_at", { problem: at ?? "" }),
        ...(id !== undefined && { id }),
        problems: explained,
      };
    },
  });
}

/** What is wrong with a message whose id `earlier` has used, told where the id stands; nothing when it holds none. */
export function usedIdProblems(
  { placeOf }: Pick<ParsedOrderMessage, "placeOf">,
  { id, usedAtUs }: AcceptedSignal,
): MessageProblem[] {
  const place = placeOf("id");
  if (!place || usedAtUs === undefined) return [];
  const usedAt = new Date(usedAtUs / 1_000).toISOString().replace("T", " ").slice(0, "2026-11-22 12:03:05".length);
  return [{ code: ID_USED, field: "id", ...place, detail: `${id} (${usedAt} UTC)` }];
}
