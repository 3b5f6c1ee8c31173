/** Loads and changes of one slice that overlap: either may have been read too early. */
import type { UnknownAction } from "@reduxjs/toolkit";
import type { Client } from "../lib/client.ts";
import type { SyncThunk, Thunk } from "./thunk.ts";

/** Runs `act`, and again after a load into the slice that is in flight, which may have been read too early. */
export function doDespiteLoad(set: (value: never) => UnknownAction, act: () => void): SyncThunk {
  return (_, __, { loads }) => {
    act();
    loads.get(set)?.push(act);
  };
}

/**
 * Sends a change whose answer is the new state, and sets it. It is newer than a load that was already in flight; a load
 * that starts meanwhile waits for it. Sets nothing if somebody has signed out or in meanwhile.
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
    // Keeps only the fact that all are answered, not the answers.
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
