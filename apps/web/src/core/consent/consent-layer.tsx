import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { useSite } from "../site.ts";
import { useAnalytics } from "./analytics.ts";
import { decide, useConsent } from "./consent.ts";

const ConsentPopup = lazy(() => import("./consent-popup.tsx"));

/**
 * Applies the cookie decision to every page: asks while there is none, counts where it is allowed. A separate part,
 * because no prerendered page can know the decision: what shows it is rendered again after hydration.
 */
export function ConsentLayer() {
  const { metrikaId } = useSite();
  const { pathname } = useLocation();
  const consent = useConsent();
  useAnalytics({ metrikaId, isAllowed: typeof consent === "object" && consent.analytics, path: pathname });
  return <Suspense>{consent === "undecided" && <ConsentPopup onDecided={decide} />}</Suspense>;
}
