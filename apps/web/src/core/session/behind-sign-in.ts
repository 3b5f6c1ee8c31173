/** What the loaders of pages behind the sign-in load, depending on who is signed in. */
import type { Thunk } from "../thunk.ts";
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
