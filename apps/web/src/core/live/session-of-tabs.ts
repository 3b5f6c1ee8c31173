import { useEffect } from "react";
import { ACCESS_TOKEN } from "../session/access-token.ts";

/** Tabs share one session: a tab with a user's data reloads when another tab signs out, or in as another user. */
export function useSessionOfTabs(): void {
  useEffect(() => {
    const look = ({ key, oldValue, newValue }: StorageEvent) => {
      // No key: the whole storage was cleared.
      if (key === null || (key === ACCESS_TOKEN && oldValue !== newValue)) location.reload();
    };
    addEventListener("storage", look);
    return () => removeEventListener("storage", look);
  }, []);
}
