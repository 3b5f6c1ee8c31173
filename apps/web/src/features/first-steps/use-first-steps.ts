/** How far the signed-in user is with the first steps, kept up to date while it is shown. */
import { FIRST_STEPS, type FirstStep, type FirstSteps, type FirstStepsReport, type Order } from "@chartrelay/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLive } from "../../core/live/live.tsx";
import { useAppDispatch, type Thunk } from "../../core/thunk.ts";
import { useLoaded } from "../../core/use-loaded.ts";

/** Loads it. @throws what the API answered, when it refuses. */
export const fetchFirstSteps =
  (): Thunk<FirstSteps> =>
  (_, __, { client }) =>
    client.get("/users/me/first-steps");

const sendReport =
  (report: FirstStepsReport): Thunk<FirstSteps> =>
  (_, __, { client }) =>
    client.post("/users/me/first-steps", { report });

/** Any of these may tick a step. */
const TOPICS: ReadonlySet<string> = new Set(["steps", "account", "subscription"]);
/** A burst of orders or of changes is asked about at its beginning and at its end. */
const PACE_MS = 1_000;

interface FirstStepsView {
  /** Undefined until they are loaded; the last known ones if that fails later. */
  readonly steps: FirstSteps | undefined;
  /** The first one that isn't done. */
  readonly next: FirstStep | undefined;
  /** @throws what the API answered, when it refuses. */
  readonly report: (what: FirstStepsReport) => Promise<void>;
}

/** `given` is what the page has already loaded, so that nothing has to move. */
export function useFirstSteps(given?: FirstSteps): FirstStepsView {
  const dispatch = useAppDispatch();
  const { value, reload } = useLoaded(fetchFirstSteps, given);
  const reloadSoon = usePaced(reload);
  const [loaded, setLoaded] = useState(value);
  const [steps, setSteps] = useState(value);
  if (value !== undefined && value !== loaded) {
    setLoaded(value);
    setSteps(value);
  }

  useLive({
    onEvent(topic, payload) {
      const isTested = topic === "order" && (payload as Order).status === "CREATED";
      if (TOPICS.has(topic) || (isTested && !steps?.done.includes("testOrder"))) reloadSoon();
    },
    onMissed: reload,
  });

  const report = useCallback(async (what: FirstStepsReport) => setSteps(await dispatch(sendReport(what))), [dispatch]);
  return { steps, next: steps && FIRST_STEPS.find((step) => !steps.done.includes(step)), report };
}

/** Returns a function that does this at once or, within a second of the last time, at the end of that second. */
function usePaced(act: () => void): () => void {
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isAsked = useRef(false);
  useEffect(() => () => clearTimeout(pause.current), []);
  return useCallback(() => {
    isAsked.current = true;
    if (pause.current !== undefined) return;
    const run = () => {
      pause.current = undefined;
      if (!isAsked.current) return;
      isAsked.current = false;
      act();
      pause.current = setTimeout(run, PACE_MS);
    };
    run();
  }, [act]);
}
