import type { FirstSteps } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";
import { loadAccounts } from "../accounts/index.ts";
import { fetchFirstSteps } from "./use-first-steps.ts";

/** For the loader of a page that shows the whole checklist: how far the user is, and the accounts that its steps need. */
export function loadFirstSteps(): Thunk<FirstSteps | undefined> {
  return async (dispatch) => {
    const steps = await dispatch(fetchFirstSteps()).catch(() => undefined);
    if (steps && !steps.isFinished && !steps.isHidden) await dispatch(loadAccounts());
    return steps;
  };
}
