import { useEffect } from "react";
import { ACCESS_TOKEN } from "../session/access-token.ts";

/** All tabs share a session: one that shows what is somebody's is loaded anew when another tab signs out, or in as somebody else. */
export function useSessionOfTabs(): void {
  useEffect(() => {
    const look = ({ key, oldValue, newValue }: StorageEvent) => {
      // No key: all of the storage was emptied.
      if (key === null || (key === ACCESS_TOKEN && oldValue !== newValue)) location.reload();
    };
    addEventListener("storage", look);
    return () => removeEventListener("storage", look);
  }, []);
}
