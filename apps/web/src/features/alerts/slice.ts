/** A page of the user's alerts. */
import type { Alert } from "@chartrelay/contract";
import { createAction } from "@reduxjs/toolkit";
import { createSliceReducer, on } from "../../core/slice.ts";
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

export const setAlerts = createAction<AlertPage | undefined>("alert/setAlerts");
export const updateAlert = createAction<Alert>("alert/updateAlert");
export const insertAlert = createAction<Alert>("alert/insertAlert");
/** Counts a new alert that the page doesn't show: the list is still one longer. */
export const countAlert = createAction("alert/countAlert");

export const alertReducer = createSliceReducer(
  initialState,
  on(setAlerts, (_, alerts) => ({ alerts })),
  on(updateAlert, ({ alerts }, alert) => ({ alerts: alerts && replaceRow(alerts, alert) })),
  on(insertAlert, ({ alerts }, alert) => ({ alerts: alerts && insertRow(alerts, alert) })),
  on(countAlert, ({ alerts }) => ({ alerts: alerts && countRow(alerts) })),
);
export const selectAlerts = (state: AlertState) => state.alert.alerts;
