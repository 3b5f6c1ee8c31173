/** Analytics: only after consent, only on public pages, and no longer than the consent stands. */
import { useEffect } from "react";

interface Visit {
  readonly metrikaId: string | undefined;
  readonly isAllowed: boolean;
  /** The path of the page. */
  readonly path: string;
}

// Most visitors need none of it.
const loadMetrika = () => import("./metrika.ts");

/** Counts a visit of each public page while the visitor allows it. */
export function useAnalytics({ metrikaId, isAllowed, path }: Visit): void {
  const counter = isAllowed ? metrikaId : undefined;
  useEffect(() => {
    if (counter === undefined || !isPublic(path)) return undefined;
    let isCurrent = true;
    void loadMetrika().then(({ countVisit }) => isCurrent && countVisit(counter, path));
    return () => void (isCurrent = false);
  }, [counter, path]);
  useEffect(() => {
    if (counter === undefined) return undefined;
    return () => void loadMetrika().then(({ stopCounting }) => stopCounting(counter));
  }, [counter]);
}

/** The pages behind the sign-in, and those that a secret link leads to, are nobody else's business. */
function isPublic(path: string): boolean {
  return !["/profile", "/registration", "/reset-password"].some((prefix) => path.startsWith(prefix));
}
