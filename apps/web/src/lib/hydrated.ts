import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether this is the browser's own view: false in a prerendered page, and while a script takes it over. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
