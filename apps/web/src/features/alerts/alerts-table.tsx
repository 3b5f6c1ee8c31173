import { STATUSES, type Alert } from "@chartrelay/contract";
import { lazy, useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSelector, useStore } from "react-redux";
import { useLiveList } from "../../core/live/live-list.ts";
import { CsvButton } from "../../core/table/csv-button.tsx";
import { filterQuery } from "../../core/table/filter-query.ts";
import {
  ChoiceFilter,
  ClearFilters,
  DayFilter,
  FILTER_BAR,
  FILTER_ROW,
  SearchFilter,
} from "../../core/table/filters.tsx";
import { LiveTable } from "../../core/table/live-table.tsx";
import { useTableState, type TableControl } from "../../core/table/table-state.ts";
import { OldIdMark } from "../../core/trading/old-id.tsx";
import { Status } from "../../core/trading/status.tsx";
import { isWithin } from "../../lib/dates.ts";
import type { Column } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { usePreloaded } from "../../ui/lazy-panel.tsx";
import { ALERT_FILTERS, type AlertFilterName } from "./filters.ts";
import { countAlert, insertAlert, selectAlerts, setAlerts, updateAlert, type AlertState } from "./slice.ts";

const loadPanel = () => import("./alert-panel.tsx");
const AlertPanel = lazy(loadPanel);

/** The user's alerts, newest first, updated live. `nothingYet` is shown while there are none at all. */
export function AlertsTable({ nothingYet }: { readonly nothingYet: ReactNode }) {
  const { t } = useTranslation("alerts");
  const table = useTableState(ALERT_FILTERS);
  const list = useLiveAlerts(table);
  usePreloaded(loadPanel);
  return (
    <LiveTable
      title={t("title")}
      actions={
        <span className="ml-auto">
          <CsvButton path="/alerts/me/csv" query={filterQuery(table.filters)} fileName="alerts.csv" />
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
      }}
      nothingYet={nothingYet}
      panel={list.opened && <AlertPanel alert={list.opened} onClose={list.close} />}
    />
  );
}

/** The page's alerts, kept up to date; only the API can search. */
function useLiveAlerts(table: TableControl<AlertFilterName>) {
  const store = useStore<AlertState>();
  return useLiveList<Alert, AlertFilterName>(table, {
    topic: "alert",
    page: () => selectAlerts(store.getState()),
    set: setAlerts,
    update: (alert) => store.dispatch(updateAlert(alert)),
    insert: (alert) => store.dispatch(insertAlert(alert)),
    count: () => store.dispatch(countAlert()),
    belongs: ({ status, createdDate }, { status: wanted, search, from, to }) =>
      !search && isWithin(createdDate, from, to) && (!wanted || wanted === status),
  });
}

function AlertFilters({ filters, isFiltered, filter, clear }: TableControl<AlertFilterName>) {
  const { t } = useTranslation(["alerts", "trading"]);
  return (
    <div role="search" aria-label={t("filters")} className={FILTER_BAR}>
      <SearchFilter label={t("search")} value={filters.search} onChange={(search) => filter({ search }, true)} />
      <ChoiceFilter
        label={t("any_status")}
        value={filters.status}
        options={STATUSES.map((value) => ({ value, label: t(value, { ns: "trading", context: "alert" }) }))}
        onChange={(status) => filter({ status })}
      />
      <div className={FILTER_ROW}>
        <DayFilter label={t("from")} value={filters.from} onChange={(from) => filter({ from })} />
        <DayFilter label={t("to")} value={filters.to} onChange={(to) => filter({ to })} />
      </div>
      {isFiltered && <ClearFilters label={t("clear_filters")} onClear={clear} />}
    </div>
  );
}

/** The columns of the specification (section 2), in its order. */
function useAlertColumns(): readonly Column<Alert>[] {
  const { t } = useTranslation("alerts");
  return useMemo(
    () => [
      { key: "index", title: t("index"), cell: (_, index) => index + 1, isNumber: true },
      { key: "date", title: t("date"), cell: ({ createdDate }) => <DateTime at={createdDate} />, isUnbroken: true },
      {
        key: "status",
        title: t("status"),
        cell: ({ status, usedOldId }) => (
          <>
            <Status status={status} of="alert" />
            {usedOldId && <OldIdMark />}
          </>
        ),
      },
      {
        key: "message",
        title: t("message"),
        cell: ({ message, json }) => (
          <span className="line-clamp-2 [overflow-wrap:anywhere]">{message || json || "-"}</span>
        ),
        isWide: true,
      },
    ],
    [t],
  );
}
