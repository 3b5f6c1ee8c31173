import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns false in a prerendered page and while it hydrates, and then true. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
