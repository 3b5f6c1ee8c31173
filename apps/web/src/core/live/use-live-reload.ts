import { useEffect, useRef } from "react";
import { useLive } from "./live.tsx";

/** A burst of events is one change, and a steady flow of them is one change a second. */
const SETTLE_MS = 1_000;

/** Calls `reload` soon after an event on one of these topics. */
export function useLiveReload(topics: ReadonlySet<string>, reload: () => void): void {
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  useLive({
    onEvent(topic) {
      if (!topics.has(topic)) return;
      settling.current ??= setTimeout(() => {
        settling.current = undefined;
        reload();
      }, SETTLE_MS);
    },
    onMissed: reload,
  });
}
