/** Work that begins in a page and ends in the store. What it needs of the outside world is handed to it. */
import type { ThunkAction, ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch } from "react-redux";
import type { Client } from "../lib/client.ts";
import { log } from "../lib/log.ts";
import type { AccessToken } from "./session/access-token.ts";

/** The outside world, as thunks get it. */
export interface Effects {
  readonly client: Client;
  readonly accessToken: AccessToken;
}

export type Thunk<Result = void> = ThunkAction<Promise<Result>, unknown, Effects, UnknownAction>;
export type AppDispatch = ThunkDispatch<unknown, Effects, UnknownAction>;
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();

/** Loads something and sets it, whole; a failed load sets undefined: specification, section 4. */
export function loadInto<Value>(
  load: (client: Client) => Promise<Value>,
  set: (value: Value | undefined) => UnknownAction,
): Thunk<Value | undefined> {
  return async (dispatch, _, { client }) => {
    const value = await load(client).catch((error: unknown) => {
      log.warn("a load failed", error);
      return undefined;
    });
    dispatch(set(value));
    return value;
  };
}
