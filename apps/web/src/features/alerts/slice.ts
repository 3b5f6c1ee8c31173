/** A page of the user's alerts. */
import type { Alert } from "@chartrelay/contract";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { countRow, insertRow, replaceRow, type LivePage } from "../../core/live/live-page.ts";
import type { AlertFilterName } from "./filters.ts";

export type AlertPage = LivePage<Alert, AlertFilterName>;

export interface AlertState {
  readonly alert: {
    /** Undefined until it is loaded, and when loading failed. */
    readonly alerts: AlertPage | undefined;
  };
}

const initialState: AlertState["alert"] = { alerts: undefined };

const alert = createSlice({
  name: "alert",
  initialState,
  reducers: {
    setAlerts: (_, { payload: alerts }: PayloadAction<AlertPage | undefined>) => ({ alerts }),
    updateAlert: ({ alerts }, { payload: alert }: PayloadAction<Alert>) => replaceRow(alerts, alert),
    insertAlert: ({ alerts }, { payload: alert }: PayloadAction<Alert>) => insertRow(alerts, alert),
    /** Counts a new alert that the page doesn't show: the list is still one longer. */
    countAlert: ({ alerts }) => countRow(alerts),
  },
});

export const alertReducer = alert.reducer;
export const { setAlerts, updateAlert, insertAlert, countAlert } = alert.actions;
export const selectAlerts = (state: AlertState) => state.alert.alerts;
