/** What the header and the menu know about the day: the accounts, what needs attention, and today's refusals. */
import type { Order, Overview } from "@chartrelay/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLive } from "../../../core/live/live.tsx";
import { followPause } from "../../../core/session/api.ts";
import { useAppDispatch } from "../../../core/thunk.ts";
import { fetchOverview } from "../../../features/overview/index.ts";
import { log } from "../../../lib/log.ts";

/** A burst of events counts as one change. */
const SETTLE_MS = 1_000;
/** The live connection reports that the page may have missed something as soon as it is open; then the day is loaded. */
const WITHOUT_LIVE_MS = 3_000;

/** Loads the day after the page itself, and follows changes. Undefined until it is loaded. */
export function useDay(): Overview | undefined {
  const dispatch = useAppDispatch();
  const [day, setDay] = useState<Overview>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const load = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    dispatch(fetchOverview()).then(setDay, (error: unknown) => log.warn("the day didn't load", error));
  }, [dispatch]);

  useEffect(() => {
    timer.current = setTimeout(load, WITHOUT_LIVE_MS);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [load]);
  useLive({
    onEvent(topic, payload) {
      if (topic === "account") void dispatch(followPause());
      const isRefusal = topic === "order" && (payload as Order).status === "REJECTED";
      if (topic === "account" || isRefusal) timer.current ??= setTimeout(load, SETTLE_MS);
    },
    onMissed() {
      if (day) void dispatch(followPause());
      load();
    },
  });
  return day;
}
