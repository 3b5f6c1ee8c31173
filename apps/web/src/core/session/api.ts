/** A session: who is signed in, what this browser stores of it, and how it ends. How it begins: sign-in.ts. */
import type { Session, User } from "@chartrelay/contract";
import { log } from "../../lib/log.ts";
import { loadInto } from "../load-into.ts";
import type { SyncThunk, Thunk } from "../thunk.ts";
import { selectUser, setUser, type SessionState } from "./slice.ts";

export const loadUser = () => loadInto<User>((client) => client.get("/users/me"), setUser);

/** The load on entry. Without a token nobody is signed in, so there is no need to ask the API. */
export function startUp(): Thunk {
  return async (dispatch, _, { accessToken }) => {
    if (accessToken.read() !== undefined) await dispatch(loadUser());
  };
}

/** Follows a pause of all accounts, or its end, that happened elsewhere. What fails to load changes nothing. */
export function followPause(): Thunk {
  return async (dispatch, getState, { client, accessToken }) => {
    const token = accessToken.read();
    try {
      const { allPausedAt } = await client.get<User>("/users/me");
      const user = selectUser(getState() as SessionState);
      const isSameSession = accessToken.read() === token;
      if (user && isSameSession && user.allPausedAt !== allPausedAt) dispatch(setUser({ ...user, allPausedAt }));
    } catch (error) {
      log.warn("a pause may have gone unnoticed", error);
    }
  };
}

/** Stores a session from the API: the token in local storage, the user in the store. */
export function keepSession({ accessToken: token, user }: Session): Thunk {
  return async (dispatch, _, { accessToken, loads }) => {
    loads.clear();
    accessToken.write(token);
    dispatch(setUser(user));
  };
}

/** Clears the session in this browser, along with loads that are in flight for it. */
export function forgetSession(): SyncThunk {
  return (dispatch, _, { accessToken, client, loads }) => {
    client.leave();
    loads.clear();
    accessToken.remove();
    dispatch(setUser(undefined));
  };
}

/** Signs out here at once, even if the API is unreachable: the token must not stay in this browser. */
export function logOut(): Thunk {
  return async (dispatch, _, { client }) => {
    const request = client.post("/auth/logout");
    dispatch(forgetSession());
    await request.catch((error: unknown) => log.warn("signing out failed at the API", error));
  };
}
