import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { LiveProvider, useLive } from "../../core/live/live.tsx";
import { selectToasts, upsertToast } from "../../core/notifications/slice.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { longDate } from "../../lib/dates.ts";
import { loadSubscription } from "./api.ts";
import { endBefore } from "./checkout-page.ts";
import { selectSubscription } from "./slice.ts";
import { useLastPayment } from "./use-last-payment.ts";

const TOAST = "payment";

/**
 * On a page that a payment leads to: says how the payment ended and, once PRO is granted, until when it is active.
 * Until then shows `children` instead.
 */
export function PaymentEnd({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation("checkout");
  const dispatch = useAppDispatch();
  const result = useLastPayment()?.result;
  useEffect(() => {
    if (result === "success") dispatch(upsertToast({ id: TOAST, status: "success", title: t("paid") }));
    if (result === "fail") dispatch(upsertToast({ id: TOAST, status: "error", title: t("not_paid") }));
  }, [dispatch, result, t]);
  if (result !== "success") return children;
  return (
    <LiveProvider>
      <Grant>{children}</Grant>
    </LiveProvider>
  );
}

/** Waits for the server's event that the payment was granted; it may have come before this page did. */
function Grant({ children }: { readonly children: ReactNode }) {
  const { t, i18n } = useTranslation("checkout");
  const dispatch = useAppDispatch();
  const subscription = useSelector(selectSubscription);
  const load = () => void dispatch(loadSubscription());
  useEffect(() => void dispatch(loadSubscription()), [dispatch]);
  useLive({ onEvent: (topic) => topic === "subscription" && load(), onMissed: load });
  // The toast says that it may take minutes: don't contradict it while it is shown.
  const isNotified = !useSelector(selectToasts).some(({ id }) => id === TOAST);
  const { expiration = null } = subscription ?? {};
  const isGranted = expiration !== null && expiration !== endBefore();
  return (
    <div role="status">
      {isGranted && isNotified ? <p>{t("granted", { date: longDate(expiration, i18n.language) })}</p> : children}
    </div>
  );
}
