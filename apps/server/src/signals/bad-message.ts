/** Explains what is wrong with a message, to its sender in the answer and to the user in the order. */
import { ID_USED, type MessageProblem, type ParsedOrderMessage } from "@chartrelay/contract";
import { explainProblems } from "../orders/index.ts";
import { Problem } from "../platform/http/problem.ts";
import type { AcceptedSignal } from "./signal.ts";

/**
 * Builds the answer to a message that couldn't be understood; `id` is the stored order's id, if the account is known.
 */
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

/**
 * Returns the problem of a message whose id an earlier signal used, placed at the id; empty if the message has no id.
 */
export function usedIdProblems(
  { placeOf }: Pick<ParsedOrderMessage, "placeOf">,
  { id, usedAtUs }: AcceptedSignal,
): MessageProblem[] {
  const place = placeOf("id");
  if (!place || usedAtUs === undefined) return [];
  const usedAt = new Date(usedAtUs / 1_000).toISOString().replace("T", " ").slice(0, "2026-11-22 12:03:05".length);
  return [{ code: ID_USED, field: "id", ...place, detail: `${id} (${usedAt} UTC)` }];
}
