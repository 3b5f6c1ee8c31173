import { useCallback, useEffect, useState } from "react";
import { log } from "../lib/log.ts";
import { useAppDispatch, type Thunk } from "./thunk.ts";

export interface Loaded<Value> {
  /** Undefined while it is loading, and when loading failed. */
  readonly value: Value | undefined;
  /** Why loading failed; undefined otherwise. */
  readonly error: unknown;
  readonly reload: () => void;
}

/**
 * Loads what only one component shows, when that component mounts. `load` must stay the same between renders. `given`
 * is what the page's loader has already loaded.
 */
export function useLoaded<Value>(load: () => Thunk<Value>, given?: Value): Loaded<Value> {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<Pick<Loaded<Value>, "value" | "error">>({ value: given, error: undefined });
  const [round, setRound] = useState(given === undefined ? 1 : 0);

  useEffect(() => {
    if (round === 0) return undefined;
    let isCurrent = true;
    const run = async () => {
      try {
        const value = await dispatch(load());
        if (isCurrent) setState({ value, error: undefined });
      } catch (error) {
        log.warn("a load failed", error);
        if (isCurrent) setState({ value: undefined, error });
      }
    };
    void run();
    return () => void (isCurrent = false);
  }, [dispatch, load, round]);

  return { ...state, reload: useCallback(() => setRound((count) => count + 1), []) };
}
