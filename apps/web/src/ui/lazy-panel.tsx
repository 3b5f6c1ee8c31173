/** Panels that a click opens over a page: their code isn't part of what the page loads first. */
import { useEffect, useState } from "react";

/** Loads code that a click will need, once the page is idle. If that fails, the click loads it. */
export function usePreloaded(load: () => Promise<unknown>): void {
  useEffect(() => {
    const preload = () => void load().catch(() => undefined);
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(preload, 1_000);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(preload);
    return () => cancelIdleCallback(request);
  }, [load]);
}

/** Returns whether the page has been idle since it was shown: what nobody waits for may load then. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  const [load] = useState(() => async () => setIsIdle(true));
  usePreloaded(load);
  return isIdle;
}

/** Responds to a click while the code is still loading. */
export function Backdrop() {
  return <div aria-hidden data-opening="" className="fixed inset-0 z-40 animate-fade bg-[rgb(6_9_15/45%)]" />;
}
