/** The store: it only combines the slices, each of which lives with its feature or in core. */
import { combineReducers, configureStore, type Reducer } from "@reduxjs/toolkit";
import { notificationsReducer } from "../core/notifications/slice.ts";
import { applicationReducer } from "../core/session/slice.ts";
import type { Effects, ThunkTools } from "../core/thunk.ts";
import { subscriptionReducer } from "../features/subscription/index.ts";
import type { DashboardSlices } from "./dashboard-slices.ts";

const FIRST_SLICES = {
  application: applicationReducer,
  subscription: subscriptionReducer,
  notifications: notificationsReducer,
};
type Slices = typeof FIRST_SLICES & DashboardSlices;
type State = { readonly [Name in keyof Slices]: ReturnType<Slices[Name]> };

/** Combines slices. A user's data goes when the user does: the next one to sign in here must not see it. */
function reducerOf(slices: typeof FIRST_SLICES): Reducer<State> {
  const combined = combineReducers(slices) as unknown as Reducer<State>;
  return (state, action) => {
    const next = combined(state, action);
    const { user } = state?.application ?? {};
    if (!user || user.email === next.application.user?.email) return next;
    const { application, notifications } = next;
    return { ...combined(undefined, action), application, notifications };
  };
}

/** Creates a store with the slices of public pages. Pages behind the sign-in add theirs: dashboard-slices.ts. */
export function createStore(effects: Effects) {
  const tools: ThunkTools = { ...effects, loads: new Map(), changes: new Map(), failures: new Map() };
  return configureStore({
    reducer: reducerOf(FIRST_SLICES),
    middleware: (getDefault) => getDefault({ thunk: { extraArgument: tools } }),
  });
}

export type Store = ReturnType<typeof createStore>;

/** Adds the slices of pages behind the sign-in, unless the store has them already. */
export function addSlices(store: Store, slices: DashboardSlices): void {
  if (Object.keys(slices).every((name) => name in store.getState())) return;
  store.replaceReducer(reducerOf({ ...FIRST_SLICES, ...slices }));
}
