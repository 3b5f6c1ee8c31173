/** Signing in and out, and who one is. */
import type { LoginPayload, Session, SignupPayload, User } from "@chartrelay/contract";
import { codeOf } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { loadInto } from "../load-into.ts";
import type { SyncThunk, Thunk } from "../thunk.ts";
import { selectIsAdmin, setUser, type SessionState } from "./slice.ts";
import { readUtmSource } from "./utm-source.ts";

export const loadUser = () => loadInto<User>((client) => client.get("/users/me"), setUser);

/** The load on entry. Without a token nobody is signed in, and the API need not be asked. */
export function startUp(): Thunk {
  return async (dispatch, _, { accessToken }) => {
    if (accessToken.read() !== undefined) await dispatch(loadUser());
  };
}

/** Keeps a session that the API gave: the token in local storage, the user in the store. */
export function keepSession({ accessToken: token, user }: Session): Thunk {
  return async (dispatch, _, { accessToken, loads }) => {
    loads.clear();
    accessToken.write(token);
    dispatch(setUser(user));
  };
}

/** Forgets the session in this browser, with what is still being loaded on its behalf. */
export function forgetSession(): SyncThunk {
  return (dispatch, _, { accessToken, loads }) => {
    loads.clear();
    accessToken.remove();
    dispatch(setUser(undefined));
  };
}

/** @throws what the API answered, when it refuses; nobody is signed in then. */
export function logIn(payload: LoginPayload): Thunk {
  return async (dispatch, _, { client }) => {
    try {
      await dispatch(keepSession(await client.post<Session>("/auth/login", payload)));
    } catch (error) {
      // That a code is needed, too, is no failure: it is how such users sign in.
      if (codeOf(error) !== "second_factor_needed") log.error("signing in failed", error);
      dispatch(setUser(undefined));
      throw error;
    }
  };
}

/** Sends where the visitor came from, too. @throws what the API answered, when it refuses; nobody is signed in then. */
export function signUp(payload: SignupPayload): Thunk {
  return async (dispatch, _, { client }) => {
    try {
      const utmSource = readUtmSource() ?? null;
      await dispatch(keepSession(await client.post<Session>("/auth/signup", { ...payload, utmSource })));
    } catch (error) {
      log.error("signing up failed", error);
      dispatch(setUser(undefined));
      throw error;
    }
  };
}

/** Signs out here at once, and even where the API can't be reached: the token must not stay in this browser. */
export function logOut(): Thunk {
  return async (dispatch, _, { client }) => {
    const told = client.post("/auth/logout");
    dispatch(forgetSession());
    await told.catch((error: unknown) => log.warn("signing out failed at the API", error));
  };
}

/** Loads what a page behind the sign-in shows. Without a token there is nothing to ask for: the login screen is shown. */
export function loadBehindSignIn(...loads: readonly Thunk<unknown>[]): Thunk {
  return async (dispatch, _, { accessToken }) => {
    if (accessToken.read() !== undefined) await Promise.all(loads.map((load) => dispatch(load)));
  };
}

/** Loads what only who isn't signed in is shown. */
export function loadForStranger(load: () => Promise<unknown>): Thunk {
  return async (_, __, { accessToken }) => {
    if (accessToken.read() === undefined) await load();
  };
}

/** Loads what only administrators may see: asking for it on anybody else's behalf would only be refused. */
export function loadForAdmin(load: Thunk<unknown>): Thunk {
  return async (dispatch, getState) => {
    if (selectIsAdmin(getState() as SessionState)) await dispatch(load);
  };
}
