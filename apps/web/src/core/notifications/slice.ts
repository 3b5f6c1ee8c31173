/** The toasts that are shown, in order of arrival. */
import { createAction, nanoid } from "@reduxjs/toolkit";
import { createSliceReducer, on } from "../slice.ts";
import { TOAST_DEFAULT_POSITION, TOAST_DISMISS_AFTER_MS, type Toast } from "../../ui/toast.ts";

export interface NotificationsState {
  readonly notifications: {
    readonly toasts: readonly Toast[];
  };
}

/** A toast as a caller raises it; what is left out gets its default. */
export type ToastRequest = Pick<Toast, "status" | "title"> & Partial<Toast>;

const initialState: NotificationsState["notifications"] = { toasts: [] };

/** Shows a toast, or replaces the one with the same id. A toast about ongoing work stays until its end is known. */
export const upsertToast = createAction(
  "notifications/upsertToast",
  ({ id = nanoid(), dismissAfterMs, ...request }: ToastRequest): { readonly payload: Toast } => ({
    payload: {
      id,
      position: TOAST_DEFAULT_POSITION,
      dismissAfterMs: dismissAfterMs ?? (request.status === "loading" ? 0 : TOAST_DISMISS_AFTER_MS),
      ...request,
    },
  }),
);
export const dismissToast = createAction<string>("notifications/dismissToast");
export const dismissAllToasts = createAction("notifications/dismissAllToasts");

export const notificationsReducer = createSliceReducer(
  initialState,
  on(upsertToast, ({ toasts }, toast) => ({
    toasts: toasts.some(({ id }) => id === toast.id)
      ? toasts.map((shown) => (shown.id === toast.id ? toast : shown))
      : [...toasts, toast],
  })),
  on(dismissToast, ({ toasts }, dismissed) => ({ toasts: toasts.filter(({ id }) => id !== dismissed) })),
  on(dismissAllToasts, () => initialState),
);

export const selectToasts = (state: NotificationsState) => state.notifications.toasts;
