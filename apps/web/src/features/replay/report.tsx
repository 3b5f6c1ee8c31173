import type { ReplayReport } from "@chartrelay/contract";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Block } from "../../ui/block.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Positions } from "./positions.tsx";
import { Rows } from "./rows.tsx";

const FIGURES = ["alerts", "sent", "refused", "rounded", "gaps", "duplicates", "unreadable"] as const;

/** What a replay came to, where each account ended, and each alert. */
export function Report({ report }: { readonly report: ReplayReport }) {
  const { t, i18n } = useTranslation("replay");
  const { alerts, leftOut, tookMs, positions, isEqual } = report;
  const seconds = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(tookMs / 1_000);
  return (
    <>
      <Block title={t("result")} hint={t("result_hint", { count: alerts, seconds })}>
        <Verdict isEqual={isEqual} isTraded={positions.length > 0} />
        {leftOut > 0 && <p className="text-14 text-muted">{t("left_out", { count: leftOut })}</p>}
        <Facts>
          {FIGURES.map((figure) => (
            <Fact key={figure} name={t(figure)}>
              <span className="tabular">{report[figure]}</span>
            </Fact>
          ))}
        </Facts>
      </Block>
      {positions.length > 0 && <Positions report={report} />}
      <Rows report={report} />
    </>
  );
}

function Verdict({ isEqual, isTraded }: { readonly isEqual: boolean; readonly isTraded: boolean }) {
  const { t } = useTranslation("replay");
  if (!isTraded) return <p className="text-muted">{t("nothing_traded")}</p>;
  const Icon = isEqual ? CircleCheck : TriangleAlert;
  return (
    <p role="status" className={classNames("flex gap-2 font-medium", isEqual ? "text-ok" : "text-warning")}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      {t(isEqual ? "equal" : "not_equal")}
    </p>
  );
}
