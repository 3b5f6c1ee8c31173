import { useCallback, useEffect, useState } from "react";
import { log } from "../lib/log.ts";
import { isSignedIn } from "./session/behind-sign-in.ts";
import { useAppDispatch, type Thunk } from "./thunk.ts";

export interface Loaded<Value> {
  /** Undefined while it is loading, and when loading failed. */
  readonly value: Value | undefined;
  /** Why loading failed; undefined otherwise. */
  readonly error: unknown;
  readonly reload: () => void;
}

/**
 * Loads what only one component behind the sign-in shows, when that component mounts. It loads anew when `load` changes, which must
 * stay the same between renders otherwise. `given` is what the page's loader has already loaded.
 */
export function useLoaded<Value>(load: () => Thunk<Value>, given?: Value): Loaded<Value> {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<Pick<Loaded<Value>, "value" | "error">>({ value: given, error: undefined });
  const [round, setRound] = useState(given === undefined ? 1 : 0);
  // What is given belongs to the first of them: the first page of a list, for instance.
  const [first] = useState(() => load);

  useEffect(() => {
    if ((round === 0 && load === first) || !dispatch(isSignedIn())) return undefined;
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
  }, [dispatch, load, first, round]);

  return { ...state, reload: useCallback(() => setRound((count) => count + 1), []) };
}
