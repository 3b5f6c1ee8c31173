import { useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { LiveProvider, useLive } from "../../core/live/live.tsx";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { longDate } from "../../lib/dates.ts";
import { loadSubscription } from "./api.ts";
import { lastResult } from "./checkout-page.ts";
import { selectSubscription } from "./slice.ts";

const TOAST = "payment";

/** On a page that a payment leads to: says how it ended, and once it was made, when PRO has begun. */
export function PaymentEnd() {
  const { t } = useTranslation("checkout");
  const dispatch = useAppDispatch();
  // A prerendered page knows of no payment.
  const result = useSyncExternalStore(neverChanges, lastResult, () => undefined);
  useEffect(() => {
    if (result === "success") dispatch(upsertToast({ id: TOAST, status: "success", title: t("paid") }));
    if (result === "fail") dispatch(upsertToast({ id: TOAST, status: "error", title: t("not_paid") }));
  }, [dispatch, result, t]);
  if (result !== "success") return null;
  return (
    <LiveProvider>
      <Grant />
    </LiveProvider>
  );
}

const neverChanges = () => () => undefined;

/** Waits for the server's word that the payment was granted; it may have come before this page did. */
function Grant() {
  const { t, i18n } = useTranslation("checkout");
  const dispatch = useAppDispatch();
  const subscription = useSelector(selectSubscription);
  const load = () => void dispatch(loadSubscription());
  useEffect(() => void dispatch(loadSubscription()), [dispatch]);
  useLive({ onEvent: (topic) => topic === "subscription" && load(), onMissed: load });
  const { expiration = null } = subscription ?? {};
  return (
    <p role="status" className="empty:hidden">
      {expiration !== null && t("granted", { date: longDate(expiration, i18n.language) })}
    </p>
  );
}
