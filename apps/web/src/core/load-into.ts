/** Loads into a slice. */
import type { UnknownAction } from "@reduxjs/toolkit";
import type { Client } from "../lib/client.ts";
import { log } from "../lib/log.ts";
import type { Load, SyncThunk, Thunk } from "./thunk.ts";

/**
 * Loads a value and sets the whole slice to it; a failed load sets undefined: specification, section 4. Of several
 * loads, the one that was requested last counts, in whatever order they are answered.
 */
export function loadInto<Value>(
  load: (client: Client) => Promise<Value>,
  set: (value: Value | undefined) => UnknownAction,
): Thunk<Value | undefined> {
  return async (dispatch, _, { client, loads, changes, failures }) => {
    const own: Load = [];
    loads.set(set, own);
    const change = changes.get(set);
    if (change) {
      await change;
      if (loads.get(set) !== own) return undefined;
    }
    let failure: unknown;
    const value = await load(client).catch((error: unknown) => {
      log.warn("a load failed", error);
      failure = error;
      return undefined;
    });
    if (loads.get(set) !== own) return value;
    loads.delete(set);
    failures.set(set, failure);
    dispatch(set(value));
    for (const act of own) act();
    return value;
  };
}

/** Returns why the last load into a slice failed, as the client threw it; undefined if it didn't. */
export function failureOf(set: (value: never) => UnknownAction): SyncThunk<unknown> {
  return (_, __, { failures }) => failures.get(set);
}

/** What the loader of a list's page returns. The list itself is in the store. */
export interface LoadedList {
  /** Why it could not be loaded. */
  readonly failure: unknown;
}
