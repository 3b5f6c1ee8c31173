import type { ProblemCode, RepairCode } from "@chartrelay/contract";
import { CircleX, Wrench } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import type { Finding } from "./findings.ts";

interface FindingListProps {
  readonly findings: readonly Finding[];
  /** Shows the place in the message. */
  readonly onShow: (finding: Finding) => void;
  /** Puts something right. */
  readonly onFix: (message: string) => void;
}

/** What is wrong with the message and what is repaired in it: each with its place, and with a way to put it right. */
export function FindingList({ findings, onShow, onFix }: FindingListProps) {
  const { t } = useTranslation(["builder", "message"]);
  if (findings.length === 0) return null;
  const wordsOf = ({ words, code, field, detail, count }: Finding) => {
    if (words !== undefined) return words;
    if (code === "MISSING_FIELD" && field === "account") return t("MISSING_FIELD", { ns: "message", context: field });
    return t(code as ProblemCode | RepairCode, {
      ns: "message",
      field,
      detail,
      ...(count > 1 && { context: "counted", count }),
    });
  };
  const placeOf = ({ line, column, lines, kind }: Finding) =>
    lines.length > 1
      ? t("lines", { lines: lines.join(", ") })
      : t(kind === "problem" ? "line_column" : "line", { line, column });
  return (
    <ul className="flex flex-col gap-2 text-14">
      {findings.map((finding) => {
        const { kind, code, line, column, fixes } = finding;
        const [Icon, color] = kind === "problem" ? [CircleX, "text-error"] : [Wrench, "text-warning"];
        return (
          <li key={`${kind} ${code} ${line} ${column}`} className="flex items-start gap-2">
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
            <div className="flex min-w-0 grow flex-col gap-1">
              <p className="min-w-0 break-words">
                {wordsOf(finding)}{" "}
                <button
                  type="button"
                  onClick={() => onShow(finding)}
                  className="link whitespace-nowrap text-muted tabular"
                >
                  {placeOf(finding)}
                </button>
              </p>
              {fixes.length > 0 && (
                <p className="flex flex-wrap items-center gap-2">
                  <span className="text-muted">{t("did_you_mean")}</span>
                  {fixes.map(({ word, message }) => (
                    <Button
                      key={word}
                      look="secondary"
                      className="min-h-9 px-3 font-mono text-14 max-tablet:min-h-11"
                      onClick={() => onFix(message)}
                    >
                      {word}
                    </Button>
                  ))}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
