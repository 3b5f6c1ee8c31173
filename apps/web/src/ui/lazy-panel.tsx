/** What opens over a page by a click: its code is no part of what the page loads first. */
import { useEffect } from "react";

/** Loads code that a click will need, once the page has nothing else to do. */
export function usePreloaded(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Safari has no word for being at rest.
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(() => void load(), 1_000);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(() => void load());
    return () => cancelIdleCallback(request);
  }, [load]);
}

/** Answers a click that comes before the code is there. */
export function Backdrop() {
  return <div aria-hidden data-opening="" className="fixed inset-0 z-40 animate-fade bg-[rgb(6_9_15/45%)]" />;
}
