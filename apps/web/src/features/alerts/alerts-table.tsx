import { STATUSES, type Alert, type NamedAccount } from "@chartrelay/contract";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSelector, useStore } from "react-redux";
import { useLiveList } from "../../core/live/live-list.ts";
import { CsvButton } from "../../core/table/csv-button.tsx";
import { filterQuery } from "../../core/table/filter-query.ts";
import { ListFilters } from "../../core/table/list-filters.tsx";
import { LiveTable } from "../../core/table/live-table.tsx";
import { belongs } from "../../core/table/shared-filters.ts";
import { useTableState, type TableControl } from "../../core/table/table-state.ts";
import { AccountLine, Environment } from "../../core/trading/account-label.tsx";
import { OldIdMark } from "../../core/trading/old-id.tsx";
import { useWhy } from "../../core/trading/why.ts";
import { Status } from "../../core/trading/status.tsx";
import type { Column, Compact } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { usePreloaded } from "../../ui/lazy-panel.tsx";
import { late } from "../../ui/late.ts";
import { ALERT_FILTERS, type AlertFilterName } from "./filters.ts";
import { countAlert, insertAlert, selectAlerts, setAlerts, updateAlert, type AlertState } from "./slice.ts";

const loadPanel = () => import("./alert-panel.tsx");
const AlertPanel = late(loadPanel);

interface AlertsTableProps {
  /** Why they could not be loaded, if known. */
  readonly failure?: unknown;
  /** Shown while there are none at all. */
  readonly nothingYet: ReactNode;
}

/** The user's alerts, updated live. */
export function AlertsTable({ failure, nothingYet }: AlertsTableProps) {
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
      renderFilters={(showKeys) => <AlertFilters table={table} onKeys={showKeys} />}
      page={useSelector(selectAlerts)}
      failure={failure}
      table={table}
      list={list}
      columns={useAlertColumns()}
      compact={useCompactAlert()}
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

/** The page's alerts, kept up to date. */
function useLiveAlerts(table: TableControl<AlertFilterName>) {
  const store = useStore<AlertState>();
  return useLiveList<Alert, AlertFilterName>(table, {
    topic: "alert",
    page: () => selectAlerts(store.getState()),
    set: setAlerts,
    update: (alert) => store.dispatch(updateAlert(alert)),
    insert: (alert) => store.dispatch(insertAlert(alert)),
    count: () => store.dispatch(countAlert()),
    belongs,
  });
}

interface AlertFiltersProps {
  readonly table: TableControl<AlertFilterName>;
  readonly onKeys: () => void;
}

function AlertFilters({ table, onKeys }: AlertFiltersProps) {
  const { t } = useTranslation(["alerts", "trading"]);
  return (
    <ListFilters
      list="alerts"
      table={table}
      searchLabel={t("search")}
      statuses={STATUSES.map((value) => ({ value, label: t(value, { ns: "trading", context: "alert" }) }))}
      onKeys={onKeys}
    />
  );
}

/** Returns what names the alert's account; undefined if nothing is known of it any more. */
const accountOf = ({ accountName, accountEnding, exchange, isDemo }: Alert): NamedAccount | undefined =>
  exchange === null || isDemo === null ? undefined : { name: accountName, keyEnding: accountEnding, exchange, isDemo };

const messageOf = ({ message, json }: Alert) => message || json || "-";

/** The columns of the specification (section 2), in its order. */
function useAlertColumns(): readonly Column<Alert>[] {
  const { t } = useTranslation("alerts");
  const why = useWhy();
  return useMemo(
    () => [
      { key: "index", title: t("index"), cell: (_, index) => index + 1, isNumber: true },
      {
        key: "date",
        title: t("date"),
        cell: ({ createdDate }) => <DateTime at={createdDate} hasSeconds />,
        isUnbroken: true,
        isSortable: true,
      },
      {
        key: "status",
        title: t("status"),
        cell: (alert) => (
          <>
            <span className="flex items-center">
              <Status status={alert.status} of="alert" />
              {alert.usedOldId && <OldIdMark />}
            </span>
            {alert.reason && <span className="mt-0.5 block max-w-[40ch] text-12 text-muted">{why(alert)}</span>}
          </>
        ),
      },
      {
        key: "message",
        title: t("message"),
        cell: (alert) => {
          const account = accountOf(alert);
          return (
            <>
              <span className="line-clamp-2 [overflow-wrap:anywhere]">{messageOf(alert)}</span>
              {account && <AccountLine account={account} />}
            </>
          );
        },
        isWide: true,
      },
    ],
    [t, why],
  );
}

/** An alert in two lines, for a narrow screen. */
function useCompactAlert(): Compact<Alert> {
  const { t } = useTranslation("trading");
  const why = useWhy();
  return useMemo(
    () => ({
      title: (alert) => <span className="line-clamp-1 [overflow-wrap:anywhere]">{messageOf(alert)}</span>,
      status: ({ status, usedOldId }) => (
        <span className="flex items-center">
          <Status status={status} of="alert" />
          {usedOldId && <OldIdMark />}
        </span>
      ),
      details: (alert) => {
        const account = accountOf(alert);
        return (
          <>
            {account && (
              <>
                {account.name ?? t(account.exchange)} · <Environment isDemo={account.isDemo} isPlain />
                {" · "}
              </>
            )}
            <DateTime at={alert.createdDate} hasSeconds />
            {alert.reason && ` · ${why(alert)}`}
          </>
        );
      },
    }),
    [t, why],
  );
}
