import type { Alert } from "@chartrelay/contract";
import { useStore } from "react-redux";
import { useLiveList } from "../../core/live/live-list.ts";
import type { TableControl } from "../../core/table/table-state.ts";
import { isWithin } from "../../lib/dates.ts";
import type { AlertFilterName } from "./filters.ts";
import { countAlert, insertAlert, selectAlerts, setAlerts, updateAlert, type AlertState } from "./slice.ts";

/** The page's alerts, kept up to date; only the API can search. */
export function useLiveAlerts(table: TableControl<AlertFilterName>) {
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
