import { useEffect, useState } from "react";

/** After this long a reader wants to see that something is loading; anything faster would only flicker. */
const LATE_AFTER_MS = 150;

/** Returns whether something has been awaited long enough to say so. */
export function useDelayed(isAwaited: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isAwaited]);
  return isLate && isAwaited;
}
