import type { MessageProblem } from "@chartrelay/contract";
import { Problem } from "../../platform/http/problem.ts";
import { explainProblems } from "./explain.ts";

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
