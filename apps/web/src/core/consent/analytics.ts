/** Yandex.Metrica: only after consent, and only on public pages (facts/payments-security.md, section D). */
import { useEffect } from "react";

const SCRIPT = "https://mc.yandex.ru/metrika/tag.js";

type Metrika = ((...call: readonly unknown[]) => void) & { a?: unknown[][]; l?: number };

declare global {
  interface Window {
    ym?: Metrika;
  }
}

interface Visit {
  readonly metrikaId: string | undefined;
  readonly isAllowed: boolean;
  /** The path of the page. */
  readonly path: string;
}

/** Counts a visit of each public page, once the visitor allowed it. */
export function useAnalytics({ metrikaId, isAllowed, path }: Visit): void {
  const counted = isAllowed && isPublic(path) ? metrikaId : undefined;
  useEffect(() => {
    if (counted === undefined) return;
    load(counted);
    // The path only: a query may hold what is nobody's business, such as a token for a new password.
    window.ym?.(Number(counted), "hit", location.origin + path, { title: document.title });
  }, [counted, path]);
}

/** The pages behind the sign-in, and those that a secret link leads to, are nobody else's business. */
function isPublic(path: string): boolean {
  return !["/profile", "/registration", "/reset-password"].some((prefix) => path.startsWith(prefix));
}

function load(metrikaId: string): void {
  if (window.ym) return;
  // Calls wait in `a` until the script has come.
  const ym: Metrika = (...call) => void (ym.a ??= []).push([...call]);
  ym.l = Date.now();
  window.ym = ym;
  const script = document.createElement("script");
  script.async = true;
  script.src = SCRIPT;
  document.head.append(script);
  ym(Number(metrikaId), "init", {
    defer: true,
    clickmap: true,
    trackLinks: true,
    accurateTrackBounce: true,
    webvisor: false,
  });
}
