/** Pages behind the sign-in: what their loaders load for whom, and what they do when another tab changes the session. */
import { useEffect } from "react";
import type { Thunk } from "../thunk.ts";
import { ACCESS_TOKEN } from "./access-token.ts";
import { selectIsAdmin, type SessionState } from "./slice.ts";

/** Loads what a page behind the sign-in shows. Without a token it requests nothing: the login screen is shown. */
export function loadBehindSignIn(...loads: readonly Thunk<unknown>[]): Thunk {
  return async (dispatch, _, { accessToken }) => {
    if (accessToken.read() !== undefined) await Promise.all(loads.map((load) => dispatch(load)));
  };
}

/** Loads what only signed-out visitors see. */
export function loadForVisitor(load: () => Promise<unknown>): Thunk {
  return async (_, __, { accessToken }) => {
    if (accessToken.read() === undefined) await load();
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
