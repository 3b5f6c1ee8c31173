/** Puts the parser's findings into words. */
import type { MessageProblem, MessageRepair, OrderVerdict } from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";

/** Explains what is wrong with a message. */
export function explainProblems(problems: readonly MessageProblem[], translate: Translate): OrderVerdict["problems"] {
  return problems.map(({ code, field, line, column, detail = "" }) => ({
    code,
    field,
    line,
    column,
    message: translate(`message:${code}`, { field, detail }),
  }));
}

/** Explains what was repaired in a message. */
export function explainRepairs(repairs: readonly MessageRepair[], translate: Translate): OrderVerdict["repairs"] {
  return repairs.map(({ code, line, column, detail = "" }) => ({
    code,
    line,
    column,
    message: translate(`message:${code}`, { detail }),
  }));
}
