/** What comes while something is being loaded, which may have been read too early to tell of it. */
import type { UnknownAction } from "@reduxjs/toolkit";
import type { Client } from "../lib/client.ts";
import type { SyncThunk, Thunk } from "./thunk.ts";

/** Does something now, and once more when a load into the same slice is set that may have been read too early to hold it. */
export function doDespiteLoad(set: (value: never) => UnknownAction, act: () => void): SyncThunk {
  return (_, __, { loads }) => {
    act();
    loads.get(set)?.push(act);
  };
}

/**
 * Sends a change whose answer is how things stand then, and sets it: it is newer than any load that is under way. Not when
 * somebody has signed out or in meanwhile.
 *
 * @throws what the API answered, when it refuses.
 */
export function sendAndSet<Value>(
  send: (client: Client) => Promise<Value>,
  set: (value: Value) => UnknownAction,
): Thunk<Value> {
  return async (dispatch, _, { client, accessToken, loads }) => {
    const token = accessToken.read();
    const value = await send(client);
    if (accessToken.read() === token) {
      loads.delete(set);
      dispatch(set(value));
    }
    return value;
  };
}
