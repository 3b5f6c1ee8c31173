/** A session: who is signed in, what is kept of it in this browser, and how it ends. How it begins: sign-in.ts. */
import type { Session, User } from "@chartrelay/contract";
import { log } from "../../lib/log.ts";
import { loadInto } from "../load-into.ts";
import type { SyncThunk, Thunk } from "../thunk.ts";
import { setUser } from "./slice.ts";

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

/** Signs out here at once, and even where the API can't be reached: the token must not stay in this browser. */
export function logOut(): Thunk {
  return async (dispatch, _, { client }) => {
    const told = client.post("/auth/logout");
    dispatch(forgetSession());
    await told.catch((error: unknown) => log.warn("signing out failed at the API", error));
  };
}
