/**
 * Slices that are replaced, not changed: specification, section 4. Redux Toolkit's createSlice would bring Immer, and with
 * it 5 kB, into what every page loads first.
 */
import type { PayloadActionCreator, UnknownAction } from "@reduxjs/toolkit";

type Case<State> = (state: State, action: UnknownAction) => State | undefined;

/** Creates what a slice does on actions; on any other, it stays as it is. */
export function createSliceReducer<State>(initial: State, ...cases: readonly Case<State>[]) {
  return (state = initial, action: UnknownAction): State => {
    for (const each of cases) {
      const next = each(state, action);
      if (next !== undefined) return next;
    }
    return state;
  };
}

/** Says what an action turns the slice's state into. */
export function on<State, Payload>(
  { match }: PayloadActionCreator<Payload>,
  reduce: (state: State, payload: Payload) => State,
): Case<State> {
  return (state, action) => (match(action) ? reduce(state, action.payload) : undefined);
}
