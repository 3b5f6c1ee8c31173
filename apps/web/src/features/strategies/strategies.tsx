import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LiveSign } from "../../core/live/live.tsx";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { useLoaded } from "../../core/use-loaded.ts";
import { buttonClass } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";
import { fetchStanding, type Strategies as Loaded } from "./api.ts";
import { FanOut } from "./drawing.tsx";
import { useStrategyColumns } from "./strategy-columns.tsx";

/** Topics of events that change what is shown. */
const TOPICS: ReadonlySet<string> = new Set(["strategy", "positions", "stop", "account"]);

/** The trader's strategies: which trade, what they hold, how far that is from their signals, and how to stop them. */
export function Strategies({ given }: { readonly given: Loaded | undefined }) {
  const { t } = useTranslation("strategies");
  const { value, error, reload } = useLoaded(fetchStanding, given);
  useLiveReload(TOPICS, reload);
  const columns = useStrategyColumns({ standing: value?.standing, stops: value?.stops, onChange: reload });
  const makeOne = (
    <Link to="/profile/strategies/new" className={buttonClass("primary", "px-4 text-14")}>
      <Plus aria-hidden className="size-4" />
      {t("make")}
    </Link>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <DashboardTitle>{t("title")}</DashboardTitle>
        {value && <LiveSign />}
        {value && value.strategies.length > 0 && <span className="tablet:ml-auto">{makeOne}</span>}
      </div>
      {error !== undefined && (
        <div className="card">
          <LoadFailed error={error} onRetry={reload} />
        </div>
      )}
      {error === undefined && (
        <div className="tablet:card tablet:overflow-hidden">
          <DataTable
            caption={t("title")}
            columns={columns}
            rows={value?.strategies}
            rowKey={({ id }) => id}
            expectedRows={3}
            empty={<Empty drawing={<FanOut />} title={t("none")} reason={t("none_reason")} action={makeOne} />}
          />
        </div>
      )}
    </div>
  );
}
