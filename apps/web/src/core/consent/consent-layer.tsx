import { Suspense } from "react";
import { useSite } from "../site.ts";
import { useAnalytics } from "./analytics.ts";
import { decide, useConsent } from "./consent.ts";
import { late } from "../../ui/late.ts";

const ConsentPopup = late(() => import("./consent-popup.tsx"));

/**
 * Applies the cookie decision to every page: asks while there is none, counts where it is allowed. A separate part,
 * because no prerendered page can know the decision: what shows it is rendered again after hydration.
 */
export function ConsentLayer({ path }: { readonly path: string }) {
  const { metrikaId } = useSite();
  const consent = useConsent();
  useAnalytics({ metrikaId, isAllowed: typeof consent === "object" && consent.analytics, path });
  return <Suspense>{consent === "undecided" && <ConsentPopup onDecided={decide} />}</Suspense>;
}
