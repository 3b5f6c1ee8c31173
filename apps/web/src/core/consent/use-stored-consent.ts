import { useEffect, useMemo, useState } from "react";
import { readConsent, storeConsent, type Categories } from "./categories.ts";
import type { Consent } from "./consent.ts";

/** The decision as this browser keeps it; undefined until it is loaded. */
export function useStoredConsent(): Consent | undefined {
  const [loaded, setLoaded] = useState<{ readonly categories: Categories | undefined }>();

  // After the first paint, as a prerendered page knows nothing of this browser.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setLoaded({ categories: readConsent() }), []);

  return useMemo(() => {
    const keep = (categories: Categories | undefined) => {
      storeConsent(categories);
      setLoaded({ categories });
    };
    return loaded && { ...loaded, decide: keep, reset: () => keep(undefined) };
  }, [loaded]);
}
