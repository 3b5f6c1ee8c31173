/** Signing in and up; only the forms need it. */
import type { LoginPayload, Session, SignupPayload } from "@chartrelay/contract";
import { codeOf } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import type { Thunk } from "../thunk.ts";
import { keepSession } from "./api.ts";
import { setUser } from "./slice.ts";
import { readUtmSource } from "./utm-source.ts";

/** Signs in. @throws what the API answered, when it refuses; nobody is signed in then. */
export function logIn(payload: LoginPayload): Thunk {
  return async (dispatch, _, { client }) => {
    try {
      await dispatch(keepSession(await client.post<Session>("/auth/login", payload)));
    } catch (error) {
      // Being asked for a code isn't a failure: it is how users with a second factor sign in.
      if (codeOf(error) !== "second_factor_needed") log.error("signing in failed", error);
      dispatch(setUser(undefined));
      throw error;
    }
  };
}

/** Signs up, and sends where the visitor came from. @throws what the API answered; nobody is signed in then. */
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
