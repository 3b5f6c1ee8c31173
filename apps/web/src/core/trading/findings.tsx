import { CircleX, Wrench } from "lucide-react";
import { useTranslation } from "react-i18next";

interface Finding {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Several alike are one, with the place of the first. */
interface Repair extends Finding {
  readonly count: number;
}

interface FindingsProps {
  readonly problems: readonly Finding[];
  readonly repairs: readonly Repair[];
}

/** What is wrong with a message and what was fixed in it, each with its position. The API provides the wording. */
export function Findings({ problems, repairs }: FindingsProps) {
  const { t } = useTranslation("trading");
  if (problems.length === 0 && repairs.length === 0) return null;
  const place = ({ line, column }: Finding) => t("place", { line, column });
  return (
    <ul className="flex flex-col gap-1.5 text-14">
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.line} ${problem.column}`} className="flex items-start gap-2">
          <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-error" />
          <span className="min-w-0 break-words">
            {problem.message} <span className="whitespace-nowrap text-muted tabular">{place(problem)}</span>
          </span>
        </li>
      ))}
      {repairs.map((repair) => (
        <li key={`${repair.code} ${repair.line} ${repair.column}`} className="flex items-start gap-2">
          <Wrench aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0 break-words">
            {repair.message}{" "}
            {repair.count === 1 && <span className="whitespace-nowrap text-muted tabular">{place(repair)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
