/** Puts the parser's findings into words. */
import type { MessageProblem, MessageRepair, OrderVerdict, RepairCode } from "@chartrelay/contract";
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

/** Repairs that a message often needs many times, and of which one reads like the next. */
const COUNTED = [
  "SMART_QUOTES",
  "SINGLE_QUOTES",
  "DOUBLED_QUOTES",
  "ESCAPED_QUOTES",
  "HTML_QUOTES",
  "QUOTES_IN_TEXT",
  "UNQUOTED_TEXT",
  "EMPTY_TEXT",
  "RAW_LINE_BREAK",
  "EXTRA_COMMA",
  "MISSING_COMMA",
  "MISSING_BRACES",
  "EQUALS_FOR_COLON",
  "COMMENT_LEFT_OUT",
  "ODD_SPACE",
  "WRITTEN_LINE_BREAK",
] as const satisfies readonly RepairCode[];

/** Explains what was repaired in a message. Repeated repairs are one, with their count, where the first of them is. */
export function explainRepairs(repairs: readonly MessageRepair[], translate: Translate): OrderVerdict["repairs"] {
  const alike = Map.groupBy(repairs, (repair) => (isCounted(repair.code) ? repair.code : repair));
  return Array.from(alike.values()).flatMap(([first, ...others]) => {
    if (!first) return [];
    const { code, line, column, detail = "" } = first;
    const count = others.length + 1;
    const message =
      count > 1 && isCounted(code)
        ? translate(`message:${code}_counted`, { count })
        : translate(`message:${code}`, { detail });
    return { code, line, column, count, message };
  });
}

function isCounted(code: RepairCode): code is (typeof COUNTED)[number] {
  return COUNTED.some((counted) => counted === code);
}
