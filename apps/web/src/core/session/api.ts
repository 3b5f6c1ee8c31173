/** Signing in and out, and who one is. */
import type { LoginPayload, Session, User } from "@chartrelay/contract";
import { log } from "../../lib/log.ts";
import { loadInto, type Thunk } from "../thunk.ts";
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
  return async (dispatch, _, { accessToken }) => {
    accessToken.write(token);
    dispatch(setUser(user));
  };
}

/** @throws what the API answered, when it refuses; nobody is signed in then. */
export function logIn(payload: LoginPayload): Thunk {
  return async (dispatch, _, { client }) => {
    try {
      await dispatch(keepSession(await client.post<Session>("/auth/login", payload)));
    } catch (error) {
      log.error("signing in failed", error);
      dispatch(setUser(undefined));
      throw error;
    }
  };
}

/** Signs out here even where the API can't be reached: the token must not stay in this browser. */
export function logOut(): Thunk {
  return async (dispatch, _, { client, accessToken }) => {
    await client.post("/auth/logout").catch((error: unknown) => log.warn("signing out failed at the API", error));
    accessToken.remove();
    dispatch(setUser(undefined));
  };
}
