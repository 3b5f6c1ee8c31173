/** The toasts that are shown, in order of arrival. */
import { createSlice, nanoid, type PayloadAction } from "@reduxjs/toolkit";
import { TOAST_DEFAULT_POSITION, TOAST_DISMISS_AFTER_MS, type Toast } from "../../ui/toast.ts";

export interface NotificationsState {
  readonly notifications: {
    readonly toasts: readonly Toast[];
  };
}

/** A toast as a caller raises it; what is left out gets its default. */
export type ToastRequest = Pick<Toast, "status" | "title"> & Partial<Toast>;

const initialState: NotificationsState["notifications"] = { toasts: [] };

const notifications = createSlice({
  name: "notifications",
  initialState,
  reducers: {
    /** Shows a toast, or replaces the one with the same id. */
    upsertToast: {
      // A toast about ongoing work stays until its end is known.
      prepare: ({ id = nanoid(), dismissAfterMs, ...request }: ToastRequest) => ({
        payload: {
          id,
          position: TOAST_DEFAULT_POSITION,
          dismissAfterMs: dismissAfterMs ?? (request.status === "loading" ? 0 : TOAST_DISMISS_AFTER_MS),
          ...request,
        },
      }),
      reducer: ({ toasts }, { payload: toast }: PayloadAction<Toast>) => ({
        toasts: toasts.some(({ id }) => id === toast.id)
          ? toasts.map((shown) => (shown.id === toast.id ? toast : shown))
          : [...toasts, toast],
      }),
    },
    dismissToast: ({ toasts }, { payload: id }: PayloadAction<string>) => ({
      toasts: toasts.filter((toast) => toast.id !== id),
    }),
    dismissAllToasts: () => ({ toasts: [] }),
  },
});

export const notificationsReducer = notifications.reducer;
export const { upsertToast, dismissToast, dismissAllToasts } = notifications.actions;
export const selectToasts = (state: NotificationsState) => state.notifications.toasts;
