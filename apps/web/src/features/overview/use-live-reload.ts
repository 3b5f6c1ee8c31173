import { useEffect, useRef } from "react";
import { useLive } from "../../core/live/live.tsx";

/** A burst of orders is one change, and a steady flow of them is one change a second. */
const SETTLE_MS = 1_000;
const TOPICS: ReadonlySet<string> = new Set(["order", "account"]);

/** Calls `reload` soon after something has happened to an order or an account. */
export function useLiveReload(reload: () => void): void {
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  useLive({
    onEvent(topic) {
      if (!TOPICS.has(topic)) return;
      settling.current ??= setTimeout(() => {
        settling.current = undefined;
        reload();
      }, SETTLE_MS);
    },
    onMissed: reload,
  });
}
