import { HOME_PAGE } from "@chartrelay/contract";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Progress } from "./progress.tsx";
import { useFirstSteps } from "./use-first-steps.ts";

/** How far the user is and what comes next, in one line that leads to the checklist. */
export default function NextLine() {
  const { t } = useTranslation("first-steps");
  const { steps, next } = useFirstSteps();
  if (!steps || next === undefined || steps.isHidden || steps.isFinished) return null;
  return (
    <Link
      to={{ pathname: HOME_PAGE, hash: "first-steps" }}
      className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-control border border-line bg-surface px-4 py-2 text-14 transition-colors duration-150 hover:bg-accent-soft"
    >
      <Progress done={steps.done.length} />
      <span className="inline-flex items-center gap-2 font-medium">
        {t("next_is", { step: t(`next_${next}`) })}
        <ArrowRight aria-hidden className="size-4 text-accent" />
      </span>
    </Link>
  );
}
