import { useEffect } from "react";

/** Calls `reload` every `everyMs` while the page is looked at; if one came due meanwhile, when its reader comes back. */
export function useRegularReload(reload: () => void, everyMs: number): void {
  useEffect(() => {
    let isDue = false;
    const reloadIfSeen = () => {
      if (!isDue || document.visibilityState !== "visible") return;
      isDue = false;
      reload();
    };
    const timer = setInterval(() => {
      isDue = true;
      reloadIfSeen();
    }, everyMs);
    document.addEventListener("visibilitychange", reloadIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", reloadIfSeen);
    };
  }, [reload, everyMs]);
}
