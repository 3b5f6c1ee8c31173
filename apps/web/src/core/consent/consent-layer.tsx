import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { useSite } from "../site.ts";
import { useAnalytics } from "./analytics.ts";
import { decide, useConsent } from "./consent.ts";

const ConsentPopup = lazy(() => import("./consent-popup.tsx"));

/**
 * What a decision about cookies means to every page: the question while it is open, the counting where it is allowed. A part
 * of its own: no prerendered page can know the decision, so that what shows it is drawn anew once the page was taken over.
 */
export function ConsentLayer() {
  const { metrikaId } = useSite();
  const { pathname } = useLocation();
  const consent = useConsent();
  useAnalytics({ metrikaId, isAllowed: typeof consent === "object" && consent.analytics, path: pathname });
  return <Suspense>{consent === "undecided" && <ConsentPopup onDecided={decide} />}</Suspense>;
}
