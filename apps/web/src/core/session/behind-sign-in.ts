/** Pages behind the sign-in: what their loaders load for whom, and what they do when another tab changes the session. */
import { useEffect } from "react";
import type { SyncThunk, Thunk } from "../thunk.ts";
import { ACCESS_TOKEN } from "./access-token.ts";
import { selectIsAdmin, type SessionState } from "./slice.ts";

/** Returns whether this browser has a token. A component may mount, or hear of a change, just as its user signs out. */
export function isSignedIn(): SyncThunk<boolean> {
  return (_, __, { accessToken }) => accessToken.read() !== undefined;
}

/** Loads what a page behind the sign-in shows. Without a token it requests nothing: the login screen is shown. */
export function loadBehindSignIn(...loads: readonly Thunk<unknown>[]): Thunk {
  return async (dispatch) => {
    if (dispatch(isSignedIn())) await Promise.all(loads.map((load) => dispatch(load)));
  };
}

/** Loads what only signed-out visitors see. */
export function loadForVisitor(load: () => Promise<unknown>): Thunk {
  return async (dispatch) => {
    if (!dispatch(isSignedIn())) await load();
  };
}

/** Loads what only administrators may see: the API would refuse it to anybody else. */
export function loadForAdmin(load: Thunk<unknown>): Thunk {
  return async (dispatch, getState) => {
    if (selectIsAdmin(getState() as SessionState)) await dispatch(load);
  };
}

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
