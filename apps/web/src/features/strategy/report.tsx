import type { Report } from "@chartrelay/contract";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { useLoaded } from "../../core/use-loaded.ts";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { Cost, ProfitBlock } from "../reports/index.ts";
import { fetchReport } from "./api.ts";

/** A fill is counted soon after its order has changed, and only then there is something new. */
const TOPICS: ReadonlySet<string> = new Set(["report"]);

interface StrategyReportProps {
  readonly id: string;
  /** What the page's loader has loaded. */
  readonly given: Report | undefined;
}

/** What the strategy has earned and what its execution cost, in charts and in tables. */
export default function StrategyReport({ id, given }: StrategyReportProps) {
  const { t } = useTranslation("strategy");
  const load = useCallback(() => fetchReport(id), [id]);
  const { value, error, reload } = useLoaded(load, given);
  useLiveReload(TOPICS, reload);
  if (error !== undefined) {
    return (
      <div className="card">
        <LoadFailed error={error} onRetry={reload} />
      </div>
    );
  }
  if (!value) {
    return (
      <OnItsWay className="flex flex-col gap-4 card p-5">
        <Skeleton className="h-6 w-56 max-w-full" />
        <Skeleton className="h-60" />
      </OnItsWay>
    );
  }
  if (value.totals.length === 0) {
    return (
      <div className="card">
        <Empty title={t("no_report")} reason={t("no_report_reason")} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4 tablet:gap-6">
      {value.totals.map((total) => (
        <ProfitBlock
          key={total.currency}
          total={total}
          days={value.days.filter(({ currency }) => currency === total.currency)}
        />
      ))}
      <Cost cost={value.cost} />
    </div>
  );
}
