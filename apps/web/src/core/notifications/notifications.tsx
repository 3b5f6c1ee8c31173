import { useCallback } from "react";
import { useSelector } from "react-redux";
import { Toasts } from "../../ui/toasts.tsx";
import { useAppDispatch } from "../thunk.ts";
import { dismissAllToasts, dismissToast, selectToasts } from "./slice.ts";

/** Shows the toasts of the store, over every page. */
export function Notifications() {
  const toasts = useSelector(selectToasts);
  const dispatch = useAppDispatch();
  const dismiss = useCallback((id: string) => void dispatch(dismissToast(id)), [dispatch]);
  const dismissAll = useCallback(() => void dispatch(dismissAllToasts()), [dispatch]);
  return <Toasts toasts={toasts} onDismiss={dismiss} onDismissAll={dismissAll} />;
}
