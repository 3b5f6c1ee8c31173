/** Puts the parser's findings into words. */
import { groupedRepairs, type MessageProblem, type MessageRepair, type OrderVerdict } from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";

/** Explains what is wrong with a message. */
export function explainProblems(problems: readonly MessageProblem[], translate: Translate): OrderVerdict["problems"] {
  return problems.map(({ code, field, line, column, detail = "" }) => ({
    code,
    field,
    line,
    column,
    // In place of the account, a strategy may be named: the text says so.
    message: translate(`message:${code}`, { field, detail, ...(code === "MISSING_FIELD" && { context: field }) }),
  }));
}

/** Explains what was repaired in a message. Repeated repairs are one, with their count, where the first of them is. */
export function explainRepairs(repairs: readonly MessageRepair[], translate: Translate): OrderVerdict["repairs"] {
  return groupedRepairs(repairs).map(({ code, line, column, count, detail = "" }) => ({
    code,
    line,
    column,
    count,
    message: count > 1 ? translate(`message:${code}_counted`, { count }) : translate(`message:${code}`, { detail }),
  }));
}
