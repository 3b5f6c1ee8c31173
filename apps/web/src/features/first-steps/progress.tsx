import { FIRST_STEPS } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

interface ProgressProps {
  readonly done: number;
  readonly className?: string;
}

/** How many steps are done, as a bar to see and in words to read. */
export function Progress({ done, className }: ProgressProps) {
  const { t } = useTranslation("first-steps");
  return (
    <span className={classNames("inline-flex items-center gap-3 text-14 text-muted", className)}>
      <span aria-hidden className="hidden gap-1 tablet:flex">
        {FIRST_STEPS.map((step, index) => (
          <span key={step} className={classNames("h-1.5 w-5 rounded-full", index < done ? "bg-ok" : "bg-line")} />
        ))}
      </span>
      <span role="status" className="tabular">
        {t("progress", { done, all: FIRST_STEPS.length })}
      </span>
    </span>
  );
}
