import { Suspense, useCallback, useState } from "react";
import { useSelector } from "react-redux";
import { useAppDispatch } from "../thunk.ts";
import { dismissAllToasts, dismissToast, selectToasts } from "./slice.ts";
import { late } from "../../ui/late.ts";

// Most visits raise no toast.
const Toasts = late(() => import("../../ui/toasts.tsx"));

/** Shows the toasts of the store, over every page. */
export function Notifications() {
  const toasts = useSelector(selectToasts);
  const dispatch = useAppDispatch();
  const dismiss = useCallback((id: string) => void dispatch(dismissToast(id)), [dispatch]);
  const dismissAll = useCallback(() => void dispatch(dismissAllToasts()), [dispatch]);
  // Once mounted it stays, because a dismissed toast takes time to leave.
  const [hasShown, setHasShown] = useState(false);
  if (toasts.length > 0 && !hasShown) setHasShown(true);
  return <Suspense>{hasShown && <Toasts toasts={toasts} onDismiss={dismiss} onDismissAll={dismissAll} />}</Suspense>;
}
