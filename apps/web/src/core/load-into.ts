/** Loads into a slice. */
import type { UnknownAction } from "@reduxjs/toolkit";
import type { Client } from "../lib/client.ts";
import { log } from "../lib/log.ts";
import type { Load, Thunk } from "./thunk.ts";

/**
 * Loads a value and sets the whole slice to it; a failed load sets undefined: specification, section 4. Of several
 * loads, the one that was requested last counts, in whatever order they are answered.
 */
export function loadInto<Value>(
  load: (client: Client) => Promise<Value>,
  set: (value: Value | undefined) => UnknownAction,
): Thunk<Value | undefined> {
  return async (dispatch, _, { client, loads, changes }) => {
    const own: Load = [];
    loads.set(set, own);
    const change = changes.get(set);
    if (change) {
      await change;
      if (loads.get(set) !== own) return undefined;
    }
    const value = await load(client).catch((error: unknown) => {
      log.warn("a load failed", error);
      return undefined;
    });
    if (loads.get(set) !== own) return value;
    loads.delete(set);
    dispatch(set(value));
    for (const act of own) act();
    return value;
  };
}
