import { useCallback, useSyncExternalStore } from "react";

/** Mobile ends below 640 px, desktop begins at 1240 px: specification, section 9. */
export const DESKTOP = "(min-width: 1240px)";

/** The narrow screens on which a row takes two lines. */
export const PHONE = "(max-width: 639.98px)";

/** Returns whether a media query matches, and follows changes. False where there is no screen, as in a prerender. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
