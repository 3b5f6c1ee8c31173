/** A page of the user's alerts. */
import type { Alert, Page } from "@chartrelay/contract";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface AlertState {
  readonly alert: {
    /** Undefined until it is loaded, and when the load failed. */
    readonly alerts: Page<Alert> | undefined;
  };
}

const initialState: AlertState["alert"] = { alerts: undefined };

const alert = createSlice({
  name: "alert",
  initialState,
  reducers: {
    setAlerts: (_, { payload: alerts }: PayloadAction<Page<Alert> | undefined>) => ({ alerts }),
  },
});

export const alertReducer = alert.reducer;
export const { setAlerts } = alert.actions;
export const selectAlerts = (state: AlertState) => state.alert.alerts;
