import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { CsvButton } from "../../core/table/csv-button.tsx";
import { LiveTable } from "../../core/table/live-table.tsx";
import { useTableState } from "../../core/table/table-state.ts";
import { usePreloaded } from "../../ui/lazy-panel.tsx";
import { useAlertColumns } from "./alert-columns.tsx";
import { AlertFilters } from "./alert-filters.tsx";
import { ALERT_FILTERS, alertQuery } from "./filters.ts";
import { useLiveAlerts } from "./live-alerts.ts";
import { selectAlerts } from "./slice.ts";

const loadPanel = () => import("./alert-panel.tsx");
const AlertPanel = lazy(loadPanel);

/** The user's alerts, newest first, updated live. */
export function AlertsTable() {
  const { t } = useTranslation("alerts");
  const table = useTableState(ALERT_FILTERS);
  const list = useLiveAlerts(table);
  usePreloaded(loadPanel);
  return (
    <LiveTable
      title={t("title")}
      actions={
        <span className="ml-auto">
          <CsvButton path="/alerts/me/csv" query={alertQuery(table.filters)} fileName="alerts.csv" />
        </span>
      }
      filters={<AlertFilters {...table} />}
      page={useSelector(selectAlerts)}
      table={table}
      list={list}
      columns={useAlertColumns()}
      texts={{
        waiting: (count) => t("new_alerts", { count }),
        open: (number) => t("open_alert", { number }),
        noneFits: t("none_filtered"),
        noneYet: t("none_yet"),
        toKeys: t("to_keys"),
      }}
      panel={list.opened && <AlertPanel alert={list.opened} onClose={list.close} />}
    />
  );
}
