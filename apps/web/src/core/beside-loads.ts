/** What comes while something is being loaded, or is loaded while it is being changed: either may have been read too early. */
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
 * Sends a change whose answer is how things stand then, and sets it: it is newer than a load that was under way before, and
 * one that is asked for meanwhile waits for it. Not when somebody has signed out or in meanwhile.
 *
 * @throws what the API answered, when it refuses.
 */
export function sendAndSet<Value>(
  send: (client: Client) => Promise<Value>,
  set: (value: Value) => UnknownAction,
): Thunk<Value> {
  return async (dispatch, _, { client, accessToken, loads, changes }) => {
    const token = accessToken.read();
    const older = loads.get(set);
    const answer = send(client);
    // Only that all are answered is kept, and none of the answers.
    changes.set(
      set,
      Promise.allSettled([changes.get(set), answer]).then(() => {}),
    );
    const value = await answer;
    if (accessToken.read() === token) {
      if (loads.get(set) === older) loads.delete(set);
      dispatch(set(value));
    }
    return value;
  };
}
